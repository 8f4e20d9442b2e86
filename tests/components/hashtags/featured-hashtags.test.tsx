import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LiveHashtagsCard } from "@/components/album/hashtags/live-hashtags-card";
import { HashtagsCard } from "@/components/album/home/hashtags-card";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const links = () =>
  screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

test("featured hashtags come first, then recently used ones, without duplicates, each linking to its pictures", () => {
  render(
    <HashtagsCard
      featured={[{ id: "f1", hashtag: "#Beach" }]}
      recent={["#beach", "#garden"]}
      canFeature={false}
    />,
  );
  expect(links()).toEqual([
    ["#Beach", "/search?tag=Beach"],
    ["#garden", "/search?tag=garden"],
  ]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("members see no empty card, admins are invited to add some", () => {
  const { container, rerender } = render(<HashtagsCard featured={[]} recent={[]} canFeature={false} />);
  expect(container).toBeEmptyDOMElement();
  rerender(<HashtagsCard featured={[]} recent={[]} canFeature />);
  expect(screen.getByText(/start with #/)).toBeVisible();
});

const used = ["#one", "#two", "#three", "#four", "#five", "#six", "#seven", "#eight", "#nine", "#beach"];

async function openManager() {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/hashtags/featured", { json: [{ id: "f1", hashtag: "#BEACH" }] })
    .on("GET /api/hashtags/recent", { json: { hashtags: ["#one"] } })
    .on("GET /api/hashtags/existing", { json: used.map((hashtag) => ({ hashtag, usageCount: 1 })) })
    .install();
  renderPage(<LiveHashtagsCard still={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Feature hashtags" }));
  return { api, dialog: within(await screen.findByRole("dialog", { name: "Featured hashtags" })) };
}

test("up to 8 hashtags in use are suggested, without featured ones in any case, and typing narrows them", async () => {
  const { dialog } = await openManager();
  expect(await dialog.findAllByRole("button", { name: /^Feature #/ })).toHaveLength(8);
  await userEvent.type(dialog.getByLabelText("Hashtag"), "#N");
  expect(dialog.getAllByRole("button", { name: /^Feature #/ }).map(({ textContent }) => textContent)).toEqual(
    ["#one", "#seven", "#nine"],
  );
  await userEvent.clear(dialog.getByLabelText("Hashtag"));
  await userEvent.type(dialog.getByLabelText("Hashtag"), "beach");
  expect(dialog.queryByRole("button", { name: /^Feature #/ })).not.toBeInTheDocument();
});

test("an admin adds a typed one and a suggested one, and removes one", async () => {
  const { api, dialog } = await openManager();
  api.on("POST /api/hashtags/featured", ({ body }) => {
    const typed = (body as { hashtag: string }).hashtag;
    return { status: 201, json: { id: typed, hashtag: `#${typed.replace("#", "")}` } };
  });
  await userEvent.type(dialog.getByLabelText("Hashtag"), " summer {Enter}");
  expect(await dialog.findByRole("button", { name: "Remove #summer" })).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Feature #two" }));
  expect(await dialog.findByRole("button", { name: "Remove #two" })).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Feature #two" })).not.toBeInTheDocument();
  api.on("DELETE /api/hashtags/featured/f1", { status: 204 });
  await userEvent.click(dialog.getByRole("button", { name: "Remove #BEACH" }));
  await waitFor(() =>
    expect(dialog.queryByRole("button", { name: "Remove #BEACH" })).not.toBeInTheDocument(),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Done" }));
  expect(links().map(([name]) => name)).toEqual(["#summer", "#two", "#one"]);
});

test("an empty hashtag is not sent", async () => {
  const { api, dialog } = await openManager();
  await userEvent.type(dialog.getByLabelText("Hashtag"), "  {Enter}");
  expect(await dialog.findByRole("alert")).toHaveTextContent("Please enter a hashtag.");
  expect(api.made("POST")).toEqual([]);
});

test("the server's own message explains why adding and removing fail", async () => {
  const { api, dialog } = await openManager();
  api.on("POST /api/hashtags/featured", { status: 409, json: { message: "#beach is already featured." } });
  await userEvent.type(dialog.getByLabelText("Hashtag"), "beach{Enter}");
  expect(await dialog.findByRole("alert")).toHaveTextContent("#beach is already featured.");
  expect(dialog.getByLabelText("Hashtag")).toHaveValue("beach");
  api.on("DELETE /api/hashtags/featured/f1", {
    status: 403,
    json: { message: "Only the family's admins can do this." },
  });
  await userEvent.click(dialog.getByRole("button", { name: "Remove #BEACH" }));
  expect(await dialog.findByText("Only the family's admins can do this.")).toBeVisible();
});
