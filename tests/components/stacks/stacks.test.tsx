import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { StackSettings } from "@/components/account/settings/stack-settings";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { removeToast } from "@/components/ui/toast";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { defaultUserSettings } from "@/lib/core/settings/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let api: FakeApi;
const mine = { id: userDto().id, name: "Ada" };
const stack = { topId: "a", count: 3 };
const photo = (id: string, change: Partial<MediaItemDto> = {}) =>
  mediaItemDto({ id, description: `Picture ${id}`, uploadedBy: mine, ...change });
const members = ["a", "b", "c"].map((id) => photo(id, { stack }));
const shown = [photo("a", { stack }), photo("z")];

beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto({ isAdmin: false }) })
    .on("GET /api/share-link", { json: null })
    .on("GET /api/media/month/2024/3", { json: mediaPageDto(shown) })
    .on("GET /api/media/a/stack", { json: { topId: "a", items: members } })
    .on("GET /api/media/z/similar", { json: { items: [], bestId: null, sharpestId: null } })
    .on("POST /api/media/stacks", { json: { topId: "a", items: members } })
    .on("POST /api/media/batch/trash", { json: { changedIds: ["a", "b", "c"], refusals: [] } });
  for (const item of [...members, shown[1] as MediaItemDto]) {
    api.on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) });
    api.on(`PATCH /api/media/${item.id}/stack`, { json: { topId: "a", items: members } });
  }
  api.install();
});
afterEach(() => removeToast());

const grid = (user = userDto()) =>
  renderPage(
    <FeedGrid
      source={{ kind: "month", year: 2024, month: 3 }}
      screenGuess="desktop"
      empty={<p>Nothing</p>}
    />,
    { address: "/media/2024/3", user },
  );

async function openStack(user = userDto()) {
  grid(user);
  await userEvent.click(await screen.findByRole("link", { name: /Picture a/ }));
  return screen.findByRole("region", { name: "Stack" });
}

const shownPhoto = () => screen.getByRole("dialog").querySelector("h2")?.textContent;
const changes = () =>
  api.calls.filter(({ method }) => method === "PATCH").map(({ path, body }) => [path, body]);

test("a tile shows how many photos it stands for, and requests stacks as one", async () => {
  grid();
  expect(await screen.findByRole("link", { name: /Picture a.*stack of 3 photos/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Picture z" })).toBeVisible();
  expect(api.made("GET /api/media/month")[0]).toContain("stacks=collapsed");
});

test("the viewer shows the top photo with a strip of the others, each opened by press or arrow keys", async () => {
  const strip = await openStack();
  const buttons = within(strip).getAllByRole("button", { name: / of 3: / });
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "1 of 3: Picture a, on top",
    "2 of 3: Picture b",
    "3 of 3: Picture c",
  ]);
  expect(buttons[0]).toHaveAttribute("aria-current", "true");
  await userEvent.click(buttons[1] as HTMLElement);
  expect(shownPhoto()).toBe("Picture b");
  await userEvent.keyboard("{ArrowRight}");
  expect(shownPhoto()).toBe("Picture c");
  expect(within(strip).getByRole("button", { name: "3 of 3: Picture c" })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  expect(shownPhoto()).toBe("Picture c");
  expect(window.location.pathname).toBe("/view-image/a");
  expect((await axe(screen.getByRole("dialog"))).violations).toEqual([]);
});

test("the next item of the list is the one after the stack, and has no strip", async () => {
  const strip = await openStack();
  await userEvent.click(within(strip).getByRole("button", { name: /Picture c/ }));
  screen.getByRole("dialog").focus();
  await userEvent.keyboard("{ArrowRight}");
  await waitFor(() => expect(shownPhoto()).toBe("Picture z"));
  expect(screen.queryByRole("region", { name: "Stack" })).not.toBeInTheDocument();
});

test("another photo is put on top, one is taken out, and all are unstacked", async () => {
  const strip = await openStack();
  expect(within(strip).queryByRole("button", { name: "Put on top" })).not.toBeInTheDocument();
  await userEvent.click(within(strip).getByRole("button", { name: /Picture b/ }));
  await userEvent.click(within(strip).getByRole("button", { name: "Put on top" }));
  expect(await screen.findByText("This photo is now on top")).toBeVisible();
  expect(shownPhoto()).toBe("Picture b");
  await userEvent.click(
    within(await screen.findByRole("region", { name: "Stack" })).getByRole("button", { name: "Take out" }),
  );
  await waitFor(() => expect(shownPhoto()).toBe("Picture a"));
  await userEvent.click(
    within(await screen.findByRole("region", { name: "Stack" })).getByRole("button", { name: "Unstack all" }),
  );
  await waitFor(() =>
    expect(changes()).toEqual([
      ["/api/media/b/stack", { action: "top" }],
      ["/api/media/b/stack", { action: "takeOut" }],
      ["/api/media/a/stack", { action: "unstack" }],
    ]),
  );
});

test("a stack of other people's photos can be viewed, not changed", async () => {
  const others = members.map((item) => ({ ...item, uploadedBy: { id: "x", name: "Kofi" } }));
  api.on("GET /api/media/a/stack", { json: { topId: "a", items: others } });
  const strip = await openStack();
  expect(within(strip).getAllByRole("button")).toHaveLength(3);
});

test("a refusal is shown, and the stack stays", async () => {
  api.on("PATCH /api/media/a/stack", {
    status: 403,
    json: { error: "Only an admin can do this.", code: "forbidden" },
  });
  const strip = await openStack();
  await userEvent.click(within(strip).getByRole("button", { name: "Unstack all" }));
  expect(await screen.findByText("The stack could not be changed")).toBeVisible();
  expect(screen.getByText("Only an admin can do this.")).toBeVisible();
  expect(strip).toBeVisible();
});

test("the selection can be stacked, and unstacked with Undo", async () => {
  grid();
  const [first, second] = [
    await screen.findByRole("link", { name: /Picture a/ }),
    screen.getByRole("link", { name: "Picture z" }),
  ];
  first.focus();
  await userEvent.keyboard(" ");
  second.focus();
  await userEvent.keyboard(" ");
  await userEvent.click(await screen.findByRole("button", { name: "Stack" }));
  expect(await screen.findByText("3 photos stacked")).toBeVisible();
  expect(api.calls.find(({ path }) => path === "/api/media/stacks")?.body).toEqual({ mediaIds: ["a", "z"] });
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(changes()).toEqual([["/api/media/a/stack", { action: "unstack" }]]));
});

test("deleting a tile deletes its whole stack, which the question says", async () => {
  grid();
  (await screen.findByRole("link", { name: /Picture a/ })).focus();
  await userEvent.keyboard(" ");
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete 3 items?" });
  expect(question).toHaveTextContent("With every photo of their stacks.");
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(api.calls.find(({ path }) => path === "/api/media/batch/trash")?.body).toEqual({
      mediaIds: ["a"],
      withStacks: true,
    }),
  );
});

test("stacks can be switched off in the settings, immediately", async () => {
  api
    .on("GET /api/user-settings", { json: defaultUserSettings })
    .on("PUT /api/user-settings", { json: { ...defaultUserSettings, showsStacks: false } });
  renderPage(<StackSettings />);
  const choice = await screen.findByRole("switch", { name: "Stack photos" });
  expect(choice).toBeChecked();
  await userEvent.click(choice);
  await waitFor(() => expect(choice).not.toBeChecked());
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ showsStacks: false });
});
