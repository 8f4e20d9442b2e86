import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DownloadArchiveButton } from "@/components/album/media/download-archive-button";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { TrashList } from "@/components/album/media/trash-list";
import { removeToast } from "@/components/ui/toast";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { MediaItemDto, TrashItemDto } from "@/lib/album/media/schema";
import { peopleKey } from "@/lib/family/families/client/queries";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const someoneElse = { id: "somebody", name: "Ben" };
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/share-link", { json: { albumToken: "token", title: "The Okafors", text: "See us" } })
    .on("GET /api/hashtags/recent", { json: { hashtags: ["#beach"] } })
    .on("GET /api/year-covers", { json: [] })
    .install();
});
afterEach(() => act(() => removeToast()));

/** A month whose items the server holds; what it answers to a batch takes them out. */
async function selectAll(items: MediaItemDto[], user: UserDto = userDto()) {
  api.on("GET /api/auth/me", { json: user });
  api.on("GET /api/media/month/2024/3", { json: mediaPageDto(items) });
  renderPage(
    <FeedGrid source={{ kind: "month", year: 2024, month: 3 }} screenGuess="desktop" empty={<p>Empty</p>} />,
    { address: "/media/2024/3", user },
  );
  await screen.findAllByRole("link");
  const [first] = screen.getAllByRole("button", { name: /^Select Picture/ });
  await userEvent.click(first as HTMLElement);
  const bar = await screen.findByRole("region", { name: "Selection" });
  if (items.length > 1) await userEvent.click(within(bar).getByRole("button", { name: "Select all" }));
  return bar;
}

const press = async (name: string) =>
  userEvent.click(within(await screen.findByRole("toolbar")).getByRole("button", { name }));
const said = async (words: string) =>
  expect(await screen.findByText(words, { selector: "div" })).toBeInTheDocument();
const sentTo = (path: string) => api.calls.findLast((call) => call.path === path)?.body;
const noBar = () =>
  waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).not.toBeInTheDocument());

function answer(action: string, changedIds: string[], refusals: object[] = []) {
  api.on(`POST /api/media/batch/${action}`, { json: { changedIds, refusals } });
}

describe("deleting", () => {
  test("asks first, says how many of how many, keeps refused items selected, and can be undone", async () => {
    const bar = await selectAll(mediaItems(3));
    answer(
      "trash",
      ["item-1", "item-2"],
      [{ code: "not_yours", message: "1 of 3 belongs to someone else.", count: 1 }],
    );
    answer("restore", ["item-1", "item-2"]);
    await press("Delete");
    const question = await screen.findByRole("alertdialog", { name: "Delete 3 items?" });
    expect(api.made("POST")).toEqual([]);
    api.on("GET /api/media/month/2024/3", { json: mediaPageDto(mediaItems(3).slice(2)) });
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await said("2 items deleted");
    await said("They stay in the trash for 30 days. 1 of 3 belongs to someone else.");
    expect(sentTo("/api/media/batch/trash")).toEqual({ mediaIds: ["item-1", "item-2", "item-3"] });
    expect(bar).toHaveTextContent("1 selected");
    expect(screen.getByRole("checkbox", { name: "Picture 3" })).toBeChecked();
    await waitFor(() =>
      expect(screen.queryByRole("checkbox", { name: "Picture 1" })).not.toBeInTheDocument(),
    );
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await said("2 items restored");
    expect(sentTo("/api/media/batch/restore")).toEqual({ mediaIds: ["item-1", "item-2"] });
  });

  test("of whole stacks with more items than one call takes can be undone", async () => {
    await selectAll(mediaItems(2));
    const deleted = Array.from({ length: 5_001 }, (_, index) => `item-${index + 1}`);
    answer("trash", deleted);
    api.on("POST /api/media/batch/restore", ({ body }) => ({
      json: { changedIds: (body as { mediaIds: string[] }).mediaIds, refusals: [] },
    }));
    await press("Delete");
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await said("5,001 items deleted");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await said("5,001 items restored");
    const sent = api.calls.filter(({ path }) => path === "/api/media/batch/restore");
    expect(sent.map(({ body }) => body)).toEqual([
      { mediaIds: deleted.slice(0, 5_000) },
      { mediaIds: ["item-5001"] },
    ]);
  });

  test("on failure says so and leaves everything selected", async () => {
    const bar = await selectAll(mediaItems(2));
    api.on("POST /api/media/batch/trash", { status: 403, json: { message: "Not now." } });
    await press("Delete");
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await said("Deletion failed");
    await said("Not now.");
    expect(bar).toHaveTextContent("2 selected");
  });
});

test("moving files everything under another month, and the lists reload", async () => {
  await selectAll(mediaItems(2));
  answer("move", ["item-1", "item-2"]);
  await press("Move");
  const dialog = within(await screen.findByRole("dialog", { name: "Move 2 items" }));
  expect(dialog.getByRole("combobox", { name: "Month" })).toHaveValue("3");
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Month" }), "May");
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Year" }), "2023");
  const before = api.made("GET /api/media/month").length;
  await userEvent.click(dialog.getByRole("button", { name: "Move" }));
  await said("2 items moved to May 2023");
  expect(sentTo("/api/media/batch/move")).toEqual({
    mediaIds: ["item-1", "item-2"],
    year: 2023,
    month: 5,
  });
  await waitFor(() => expect(api.made("GET /api/media/month").length).toBeGreaterThan(before));
  await noBar();
});

describe("editing", () => {
  test("adds hashtags, typed with or without #, and can replace the descriptions", async () => {
    await selectAll(mediaItems(2));
    answer("describe", ["item-1", "item-2"]);
    await press("Edit");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit 2 items" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Hashtags to add" }), "nana ");
    await userEvent.click(await dialog.findByRole("button", { name: "Add #beach" }));
    await userEvent.click(dialog.getByRole("switch", { name: "Replace their descriptions" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Description" }), "At the sea");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await said("2 items changed");
    expect(sentTo("/api/media/batch/describe")).toEqual({
      mediaIds: ["item-1", "item-2"],
      addHashtags: ["#nana", "#beach"],
      description: "At the sea",
    });
  });

  test("reports an invalid hashtag, and keeps what was typed when the server refuses", async () => {
    await selectAll(mediaItems(2));
    await press("Edit");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit 2 items" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Add a hashtag, or write a description.");
    const field = dialog.getByRole("textbox", { name: "Hashtags to add" });
    await userEvent.type(field, "day-out");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("“day-out” can't be a hashtag.");
    expect(api.made("POST")).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "dayout");
    api.on("POST /api/media/batch/describe", { status: 400, json: { message: "Too many hashtags" } });
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(dialog.getByRole("alert")).toHaveTextContent("Too many hashtags"));
    expect(field).toHaveValue("dayout");
  });
});

test("people are tagged in all selected items", async () => {
  api.on(`GET ${peopleKey("family-1")[0].split("?")[0]}`, {
    json: [{ id: "nana", name: "Nana", nickname: null, displayName: "Nana", birthDate: null, userId: null }],
  });
  await selectAll(mediaItems(2));
  answer("tag", ["item-1", "item-2"]);
  await press("Tag people");
  const dialog = within(await screen.findByRole("dialog", { name: "Tag people in 2 items" }));
  await userEvent.click(dialog.getByRole("button", { name: "Tag" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Choose at least one person.");
  await userEvent.click(await dialog.findByRole("option", { name: "Nana" }));
  await userEvent.click(dialog.getByRole("button", { name: "Tag 1 person" }));
  await said("1 person tagged in 2 items");
  expect(sentTo("/api/media/batch/tag")).toEqual({ mediaIds: ["item-1", "item-2"], userIds: ["nana"] });
});

describe("favourites", () => {
  test("all selected items become favourites, and the tiles show it immediately", async () => {
    await selectAll(mediaItems(2));
    answer("heart", ["item-1", "item-2"]);
    await press("Favourite");
    await said("2 items added to your favourites");
    expect(sentTo("/api/media/batch/heart")).toEqual({ mediaIds: ["item-1", "item-2"], hearted: true });
    await noBar();
    expect(await screen.findByRole("link", { name: /^Picture 1 , 1 heart, including yours/ })).toBeVisible();
  });

  test("all are removed if all of them were favourites", async () => {
    await selectAll(mediaItems(2, { isHearted: true, heartCount: 3 }));
    answer("heart", ["item-1", "item-2"]);
    await press("Unfavourite");
    await said("2 items removed from your favourites");
    expect(sentTo("/api/media/batch/heart")).toMatchObject({ hearted: false });
  });
});

test("photos are added to the basket, clips aren't", async () => {
  await selectAll([
    ...mediaItems(2),
    mediaItemDto({ id: "clip", mediaType: "video", description: "Picture that moves" }),
  ]);
  api.on("GET /api/basket/items", { json: [] }).on("GET /api/user/quota", { json: null });
  answer("basket", ["item-1", "item-2"]);
  await press("Add to basket");
  await said("2 photos added to your basket");
  expect(sentTo("/api/media/batch/basket")).toEqual({ mediaIds: ["item-1", "item-2"] });
  expect(await screen.findByRole("region", { name: "Selection" })).toHaveTextContent("1 selected");
});

describe("downloading", () => {
  const archive = {
    id: "a",
    url: "/api/media/archives/a",
    fileName: "March.zip",
    bytes: 3 * 1024 ** 3,
    count: 2,
  };
  let followed: string[];
  beforeEach(() => {
    followed = [];
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(`${this.pathname} as ${this.download}`);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  test("makes one ZIP of the selection, which stays selected", async () => {
    const bar = await selectAll(mediaItems(2));
    api.on("POST /api/media/archives", { status: 201, json: archive });
    await press("Download");
    await said("Your download has started");
    await said("2 items, 3.0 GB");
    expect(sentTo("/api/media/archives")).toEqual({ mediaIds: ["item-1", "item-2"] });
    expect(followed).toEqual(["/api/media/archives/a as March.zip"]);
    expect(bar).toHaveTextContent("2 selected");
  });

  test("downloads a whole month from its page, and says why if it can't", async () => {
    api.on("GET /api/auth/me", { json: userDto() });
    api.on("POST /api/media/archives", { status: 201, json: archive });
    renderPage(<DownloadArchiveButton what={{ year: 2024, month: 3 }}>Download</DownloadArchiveButton>);
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await said("Your download has started");
    expect(sentTo("/api/media/archives")).toEqual({ year: 2024, month: 3 });
    api.on("POST /api/media/archives", { status: 404, json: { message: "Nothing is filed there." } });
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await said("The download could not be started");
    await said("Nothing is filed there.");
    expect(followed).toHaveLength(1);
  });
});

describe("sharing", () => {
  const shared: ShareData[] = [];
  let fails: string[];
  beforeEach(() => {
    shared.length = 0;
    fails = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => {
        const name = fails.shift();
        if (name) throw Object.assign(new Error("no"), { name });
        shared.push(data);
      },
    });
    const { fetch } = globalThis;
    globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) =>
      String(input).includes("/download")
        ? ({ ok: true, blob: async () => new Blob(["picture"]) } as Response)
        : fetch(input, init)) as typeof fetch;
  });
  afterEach(() => {
    for (const name of ["canShare", "share"]) Reflect.deleteProperty(navigator, name);
  });

  test("shares the files themselves, if the device accepts them", async () => {
    await selectAll(mediaItems(2));
    await press("Share");
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.files?.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "IMG_0001.jpg image/jpeg",
      "IMG_0001.jpg image/jpeg",
    ]);
  });

  test("asks for another press when fetching them took too long for the browser", async () => {
    await selectAll(mediaItems(2));
    fails = ["NotAllowedError"];
    await press("Share");
    await userEvent.click(await screen.findByRole("button", { name: "Share now" }));
    await waitFor(() => expect(shared).toHaveLength(1));
  });

  test("shares links if the device doesn't accept files", async () => {
    Object.assign(navigator, { canShare: () => false });
    await selectAll(mediaItems(2));
    await press("Share");
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.text).toMatch(/^See us\nhttp:.*\/view-image\/item-1\?/);
    expect(shared[0]?.url).toContain("/view-image/item-2?");
  });

  test("says so if the link could not be fetched, and fetches it for the next press", async () => {
    const fetched = () => api.made("GET /api/share-link").length;
    api.on("GET /api/share-link", { status: 403, json: { message: "Not now." } });
    await selectAll(mediaItems(2));
    // With a retry.
    await waitFor(() => expect(fetched()).toBe(2));
    api.on("GET /api/share-link", { json: { albumToken: "token", title: "The Okafors", text: "See us" } });
    await press("Share");
    await said("Sharing is not ready yet");
    expect(shared).toEqual([]);
    await waitFor(() => expect(fetched()).toBe(3));
    await press("Share");
    await waitFor(() => expect(shared).toHaveLength(1));
  });

  test("of more than 20 explains what to do instead", async () => {
    await selectAll(mediaItems(21));
    await press("Share");
    await said("You can share up to 20 at once");
    expect(shared).toEqual([]);
  });
});

describe("without permission", () => {
  const names = async () =>
    within(await screen.findByRole("toolbar"))
      .getAllByRole("button")
      .map(({ textContent }) => textContent);

  test("a member can't change a selection of other people's uploads", async () => {
    const member = userDto({ id: "me", isAdmin: false });
    await selectAll(mediaItems(2, { uploadedBy: someoneElse }), member);
    expect(await names()).toEqual([
      "Favourite",
      "Share",
      "Download",
      "Add to album",
      "Make a book",
      "Add to basket",
      "Tag people",
      "More",
    ]);
  });

  test("a member can change it as soon as one item is their own", async () => {
    const member = userDto({ id: "me", isAdmin: false });
    const [own, other] = mediaItems(2, { uploadedBy: someoneElse });
    await selectAll(
      [{ ...(own as MediaItemDto), uploadedBy: { id: "me", name: "Me" } }, other as MediaItemDto],
      member,
    );
    expect(await names()).toEqual(expect.arrayContaining(["Edit", "Move", "Delete"]));
  });

  test("a child is offered no basket", async () => {
    const child = userDto({ id: "me", isAdmin: false, isChild: true });
    await selectAll(mediaItems(2, { uploadedBy: someoneElse }), child);
    expect(await names()).toEqual([
      "Favourite",
      "Share",
      "Download",
      "Add to album",
      "Make a book",
      "Tag people",
      "More",
    ]);
  });
});

test("on a narrow phone the rarer ones are in a menu", async () => {
  await selectAll(mediaItems(2));
  await press("More");
  const entries = await screen.findAllByRole("menuitem");
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    "Add to album",
    "Make a book",
    "Add to basket",
    "Tag people",
    "Stack",
    "Edit",
    "Move",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Move" }));
  expect(await screen.findByRole("dialog", { name: "Move 2 items" })).toBeVisible();
});

test("several are restored from the trash at once", async () => {
  const trashed = (id: string): TrashItemDto => ({
    ...mediaItemDto({ id, description: id }),
    deletedAt: new Date().toISOString(),
    purgeAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  api.on("GET /api/auth/me", { json: userDto() });
  api.on("GET /api/media/trash", { json: [trashed("one"), trashed("two"), trashed("three")] });
  api.on("POST /api/media/batch/restore", () => {
    api.on("GET /api/media/trash", { json: [trashed("three")] });
    return { json: { changedIds: ["one", "two"], refusals: [] } };
  });
  renderPage(<TrashList />);
  await userEvent.click(await screen.findByRole("button", { name: "Select one" }));
  await userEvent.click(screen.getByRole("button", { name: "Select two", pressed: false }));
  expect(screen.getByRole("button", { name: "Select two", pressed: true })).toBeVisible();
  const bar = await screen.findByRole("region", { name: "Selection" });
  expect(within(bar).queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
  await press("Restore");
  await said("2 items restored");
  expect(sentTo("/api/media/batch/restore")).toEqual({ mediaIds: ["one", "two"] });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Select one" })).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Select three" })).toBeVisible();
});
