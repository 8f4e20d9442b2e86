import { readFileSync } from "node:fs";
import path from "node:path";
import { render, screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { VisitorWelcome } from "@/components/account/accounts/visitor-welcome";
import { Mark } from "@/components/ui/mark";

const main = () => within(screen.getByRole("main"));
const ways = () =>
  main()
    .getAllByRole("link")
    .map((link) => link.textContent)
    .filter((name) => name === "Sign In" || name === "Create your family");

function welcome(values: Partial<Parameters<typeof VisitorWelcome>[0]> = {}) {
  return render(
    <VisitorWelcome appName="Keepsake" wantedPath="/" isOpen isFresh={false} isNewcomer {...values} />,
  );
}

test("a newcomer is first invited to create a family, a returning visitor to sign in", () => {
  const { unmount } = welcome();
  expect(ways()).toEqual(["Create your family", "Sign In"]);
  expect(main().getByRole("link", { name: "Create your family" })).toHaveAttribute(
    "href",
    "/organization/signup",
  );
  unmount();
  welcome({ isNewcomer: false, wantedPath: "/card/one" });
  expect(ways()).toEqual(["Sign In", "Create your family"]);
  expect(main().getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login?next=%2Fcard%2Fone");
});

test("if sign-up is closed only signing in is offered, and the page says why", () => {
  welcome({ isOpen: false });
  expect(ways()).toEqual(["Sign In"]);
  expect(main().getByText(/Ask the person who runs this server to invite you/)).toBeVisible();
});

test("the product is shown with photographs of a known size, credited, and axe finds nothing", async () => {
  const { container } = welcome();
  const photos = main().getAllByRole("img");
  expect(photos).toHaveLength(4);
  for (const photo of photos) {
    expect(photo).toHaveAccessibleName();
    expect(photo).toHaveAttribute("width");
    expect(photo).toHaveAttribute("height");
  }
  expect(main().getByRole("figure")).toHaveTextContent(/Photos: Aitzol Berasategi \(CC BY 4\.0, cropped\)/);
  expect((await axe(container)).violations).toEqual([]);
});

test("the photographs are under 80 KB together", () => {
  const folder = path.resolve("components/account/accounts/welcome-photos");
  const names = ["dandelions", "forest-stream", "mountain-meadow", "two-dogs"];
  const bytes = names.map((name) => readFileSync(path.join(folder, `${name}.webp`)).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80_000);
});

test("the logo on the pages is the one in the icons", () => {
  const { container } = render(<Mark />);
  const icon = new DOMParser().parseFromString(
    readFileSync("public/icons/icon.svg", "utf8"),
    "image/svg+xml",
  );
  const shapes = (root: ParentNode) =>
    [...root.querySelectorAll("rect, path")].map((shape) => [
      shape.getAttribute("d") ?? shape.getAttribute("x"),
      shape.getAttribute("fill"),
    ]);
  expect(shapes(container)).toHaveLength(3);
  expect(shapes(container)).toEqual(shapes(icon));
});

test("a fresh installation asks to be set up first, and says how", () => {
  welcome({ isFresh: true, isOpen: false });
  expect(main().getAllByRole("link")[0]).toHaveAccessibleName("Set up this album");
  expect(main().getByRole("link", { name: "Set up this album" })).toHaveAttribute("href", "/get-started");
  expect(main().getByText(/the code that it printed when it started/)).toBeVisible();
  expect(main().queryByText(/by invitation only/)).not.toBeInTheDocument();
});
