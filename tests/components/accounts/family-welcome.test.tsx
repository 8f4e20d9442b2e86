import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FamilyWelcome } from "@/components/album/home/family-welcome";
import { removeToast } from "@/components/ui/toast";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const image = mediaItemDto({ id: "one", description: "In the garden" });
let api: FakeApi;
const welcome = async (isAdmin: boolean, shown: typeof image | null = image) => {
  const user = userDto({ isAdmin, username: "ada.o", displayName: "Ada" });
  api.on("GET /api/auth/me", { json: user });
  await act(async () => renderPage(<FamilyWelcome appName="Keepsake" user={user} image={shown} />, { user }));
};
beforeEach(() => {
  api = new FakeApi().install();
});
afterEach(() => act(() => removeToast()));

test("the family is welcomed with the chosen photo and led into the album", async () => {
  await welcome(false);
  expect(screen.getByRole("img", { name: "In the garden" })).toHaveAttribute("src", "/api/images/medium/one");
  expect(screen.getByRole("heading", { level: 1, name: "Welcome, Ada" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the album" })).toHaveAttribute("href", "/");
  expect(screen.queryByRole("button", { name: "Remove welcome photo" })).not.toBeInTheDocument();
});

test("an admin sees which photo it is and can remove it", async () => {
  api.on("DELETE /api/welcome-image", { json: { mediaId: null } });
  await welcome(true);
  expect(screen.getByRole("link", { name: "Show the photo" })).toHaveAttribute("href", "/view-image/one");
  await userEvent.click(screen.getByRole("button", { name: "Remove welcome photo" }));
  expect(await screen.findByText("The welcome photo is removed", { selector: "div" })).toBeInTheDocument();
  expect(api.made("DELETE")).toEqual(["DELETE /api/welcome-image"]);
});

test("a refused removal is reported", async () => {
  api
    .on("DELETE /api/welcome-image", {
      status: 403,
      json: { message: "Only the family's admins can do this." },
    })
    .install();
  await welcome(true);
  await userEvent.click(screen.getByRole("button", { name: "Remove welcome photo" }));
  expect(
    await screen.findByText("The welcome photo could not be removed", { selector: "div" }),
  ).toBeVisible();
});

test("without a photo, an admin learns how to choose one and a member isn't asked to", async () => {
  await welcome(true, null);
  expect(screen.getByText(/press “Use as welcome image”/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose a photo" })).toHaveAttribute("href", "/latest-uploads");
});
