import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useEffect, useState } from "react";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { MediaViewer } from "@/components/album/media/viewer/media-viewer";
import { removeToast } from "@/components/ui/toast";
import { listOf } from "@/lib/album/media/client/media-list";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { type RenderPageOptions, renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const someoneElse = { id: "somebody", name: "Ben" };
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
});
afterEach(() => act(() => removeToast()));

function serve(items: MediaItemDto[], more: { nextCursor?: string; total?: number } = {}) {
  api.on("GET /api/media/month/2024/3", { json: mediaPageDto(items, more) });
  for (const item of items) api.on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) });
}

function renderMonth({
  highlightId,
  start = 0,
  ...options
}: RenderPageOptions & { highlightId?: string; start?: number } = {}) {
  return renderPage(
    <FeedGrid
      source={{ kind: "month", year: 2024, month: 3, start: start > 0 ? { newerCount: start } : null }}
      screenGuess="desktop"
      highlightId={highlightId ?? null}
      empty={<p>Nothing in this month</p>}
    />,
    { address: "/media/2024/3", ...options },
  );
}

async function openViewer(name: string | RegExp) {
  await userEvent.click(await screen.findByRole("link", { name }));
  return screen.findByRole("dialog");
}

const place = (words: string) =>
  waitFor(() => expect(within(screen.getByRole("dialog")).getAllByText(words)[0]).toBeInTheDocument());

test("a month without media says so", async () => {
  serve([]);
  renderMonth();
  expect(await screen.findByText("Nothing in this month")).toBeVisible();
});

test("a tile shows its item's hearts, length and kind", async () => {
  serve([
    mediaItemDto({
      id: "clip",
      mediaType: "video",
      description: "First steps",
      durationMs: 65_000,
      heartCount: 3,
      isHearted: true,
    }),
  ]);
  renderMonth();
  const tile = await screen.findByRole("link", { name: /Video: First steps/ });
  expect(tile).toHaveAccessibleName("Video: First steps , 3 hearts, including yours , length 1:05");
  expect(tile).toHaveAttribute("href", "/view-image/clip");
});

test("a failed preview is labelled and can be retried", async () => {
  serve([mediaItemDto({ id: "one", derivatives: "failed" })]);
  api.on("POST /api/media/one/retry", {
    status: 202,
    json: mediaItemDto({ id: "one", derivatives: "pending" }),
  });
  renderMonth();
  expect(await screen.findByText("The preview could not be made. The original is safe.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Try again/ }));
  expect(await screen.findByRole("img", { name: "Photo from March 2024 by Ada" })).toBeVisible();
});

test("an item that turns out to be gone when its picture loads leaves the page", async () => {
  serve([
    mediaItemDto({ id: "photo", description: "Waves" }),
    mediaItemDto({ id: "clip", mediaType: "video", description: "Its clip", derivatives: "pending" }),
    mediaItemDto({ id: "slow", description: "Slow", derivatives: "pending" }),
  ]);
  api.on("GET /api/media/clip", { status: 404, json: { error: "Not found", code: "not_found" } });
  renderMonth();
  for (const name of ["Video: Its clip", "Slow"]) fireEvent.error(await screen.findByRole("img", { name }));
  await waitFor(() => expect(screen.queryByText(/Its clip/)).not.toBeInTheDocument());
  // This one is still there.
  expect(await screen.findByText(/The original is safe/)).toBeVisible();
  expect(screen.getByRole("img", { name: "Waves" })).toBeVisible();
});

test("the next page is fetched by cursor before the end is reached", async () => {
  serve(mediaItems(4), { nextCursor: "next-1", total: 5 });
  renderMonth();
  await screen.findByRole("link", { name: "Picture 1" });
  await waitFor(() =>
    expect(api.made("GET /api/media/month")).toContain(
      "GET /api/media/month/2024/3?limit=60&cursor=next-1&stacks=collapsed",
    ),
  );
});

test("a page that failed to load while the viewer is open is requested again", async () => {
  for (const id of ["item-1", "item-2"])
    api.on(`GET /api/media/${id}`, { json: mediaDetailDto(mediaItemDto({ id })) });
  let isAway = true;
  const first = mediaPageDto(mediaItems(1), { nextCursor: "next-1", total: 2 });
  const second = mediaPageDto([mediaItemDto({ id: "item-2" })], { total: 2 });
  api.on("GET /api/media/month/2024/3", ({ path }) => {
    if (!path.includes("cursor=")) return { json: first };
    return isAway ? { status: 503, json: { message: "The album is away." } } : { json: second };
  });
  renderMonth();
  await openViewer("Picture 1");
  await screen.findByText("The next photos didn't load.");
  expect(screen.queryByRole("button", { name: "Next" })).not.toBeInTheDocument();
  isAway = false;
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  await place("2 of 2");
});

/** A month of 100 items opened at the 75th: the page begins 20 items before it. */
function serveMiddle() {
  const page = mediaPageDto([mediaItemDto({ id: "wanted", description: "The wanted one" })], {
    total: 100,
    previousCursor: "wanted-place",
  });
  const newest = mediaPageDto([mediaItemDto({ id: "newer", description: "A newer one" })], { total: 100 });
  api.on("GET /api/media/month/2024/3", ({ path }) => ({
    json: path.includes("offset=54") ? { ...page, pagination: { ...page.pagination, offset: 54 } } : newest,
  }));
  for (const id of ["wanted", "newer"])
    api.on(`GET /api/media/${id}`, { json: mediaDetailDto(mediaItemDto({ id })) });
}

test("a highlighted item in the middle of a month is marked without fetching what comes before it", async () => {
  serveMiddle();
  renderMonth({ highlightId: "wanted", start: 54 });
  expect(await screen.findByRole("link", { name: "The wanted one" })).toHaveAttribute("aria-current", "true");
  expect(api.made("GET /api/media/month")).toEqual([
    "GET /api/media/month/2024/3?limit=60&offset=54&stacks=collapsed",
  ]);
});

test("newer items of a month opened in its middle load on a press, and the highlighted one stays", async () => {
  serveMiddle();
  renderMonth({ highlightId: "wanted", start: 54 });
  await userEvent.click(await screen.findByRole("button", { name: "Show 54 newer items" }));
  expect(await screen.findByRole("link", { name: "A newer one" })).toBeVisible();
  expect(api.made("GET /api/media/month").at(-1)).toBe(
    "GET /api/media/month/2024/3?limit=60&before=wanted-place&stacks=collapsed",
  );
  expect(screen.getByRole("link", { name: "The wanted one" })).toHaveAttribute("aria-current", "true");
  expect(screen.queryByRole("button", { name: /newer item/ })).not.toBeInTheDocument();
});

test("the viewer counts from the month's beginning, and fetches newer items as it comes near them", async () => {
  serveMiddle();
  renderMonth({ start: 54 });
  await openViewer("The wanted one");
  await waitFor(() =>
    expect(api.made("GET /api/media/month")).toContain(
      "GET /api/media/month/2024/3?limit=60&before=wanted-place&stacks=collapsed",
    ),
  );
  // One newer item came in before it, and no more are missing.
  await place("2 of 100");
});

test("a highlighted item that is gone gets a friendly message", async () => {
  serve(mediaItems(2));
  renderMonth({ highlightId: "gone" });
  expect(await screen.findByText(/no longer in this month/)).toBeVisible();
});

test("the viewer opens over the page under the item's address, and Back closes it", async () => {
  serve(mediaItems(3));
  renderMonth();
  await openViewer("Picture 2");
  expect(window.location.pathname).toBe("/view-image/item-2");
  await place("2 of 3");
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(window.location.pathname).toBe("/media/2024/3");
});

test("the viewer works by keyboard: arrows, i for details, Escape, and focus returns", async () => {
  serve(mediaItems(3));
  renderMonth();
  const dialog = await openViewer("Picture 1");
  expect((await axe(dialog)).violations).toEqual([]);
  await userEvent.keyboard("{ArrowRight}");
  await place("2 of 3");
  expect(window.location.pathname).toBe("/view-image/item-2");
  await userEvent.keyboard("i");
  expect(await screen.findByRole("complementary", { name: "Details" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("link", { name: "Picture 2" })).toHaveFocus();
});

/** Lets the test decide when the page follows a press. */
const page = { follow: (_index: number) => {} };

function ViewerOfPage({ items, onShow }: { items: MediaItemDto[]; onShow: (id: string) => void }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    page.follow = setIndex;
  }, []);
  const none = () => {};
  const others = { total: items.length, onClose: none, onNearEnd: none, onSlideshow: none };
  return <MediaViewer items={listOf(items)} index={index} onShow={onShow} {...others} />;
}

test("no key pressed before the page has handled the previous ones is lost", async () => {
  const items = mediaItems(3);
  serve(items);
  const asked: string[] = [];
  renderPage(<ViewerOfPage items={items} onShow={(id) => asked.push(id)} />);
  await screen.findByRole("dialog");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  // The page follows only the first press.
  act(() => page.follow(1));
  await userEvent.keyboard("{ArrowLeft}");
  expect(asked).toEqual(["item-2", "item-3", "item-2"]);
  act(() => page.follow(2));
  act(() => page.follow(1));
  await userEvent.keyboard("{ArrowLeft}");
  expect(asked.at(-1)).toBe("item-1");
});

test("h hearts immediately, and the server's count wins", async () => {
  serve(mediaItems(1));
  let answer: () => void = () => {};
  api.on(
    "POST /api/hearts",
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 201, json: { mediaId: "item-1", count: 5 } });
      }),
  );
  renderMonth();
  await openViewer("Picture 1");
  await userEvent.keyboard("h");
  expect(await screen.findByRole("button", { name: "Heart, 1 heart", pressed: true })).toBeVisible();
  expect(api.calls.find(({ path }) => path === "/api/hearts")?.body).toMatchObject({ mediaId: "item-1" });
  api.on("GET /api/media/item-1", {
    json: mediaDetailDto(mediaItemDto({ id: "item-1", heartCount: 5, isHearted: true }), [
      { userId: "u", name: "Grandpa" },
    ]),
  });
  answer();
  expect(await screen.findByRole("button", { name: "Heart, 5 hearts", pressed: true })).toBeVisible();
  expect(await screen.findByText("Hearted by Grandpa")).toBeVisible();
});

test("a heart stays in the list although that was fetched again before the server had the heart", async () => {
  serve(mediaItems(1));
  let answer: () => void = () => {};
  api.on(
    "POST /api/hearts",
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 201, json: { mediaId: "item-1", count: 5 } });
      }),
  );
  const { queryClient } = renderMonth();
  await openViewer("Picture 1");
  await userEvent.keyboard("h");
  await waitFor(() => expect(api.made("POST /api/hearts")).toHaveLength(1));
  await act(() => queryClient.refetchQueries({ queryKey: ["/api/media/month/2024/3"] }));
  const tile = (name: string) => screen.findByRole("link", { name, hidden: true });
  expect(await tile("Picture 1")).toBeInTheDocument();
  answer();
  expect(await tile("Picture 1 , 5 hearts, including yours")).toBeInTheDocument();
});

test.each([
  [false, "Failed to like", "POST /api/hearts"],
  [true, "Failed to unlike", "DELETE /api/hearts/item-1"],
])("a heart that was %s and is refused is reverted, with '%s'", async (isHearted, words, call) => {
  serve(mediaItems(1, { isHearted, heartCount: 2 }));
  api.on(call, { status: 503, json: { message: "The database is away." } });
  renderMonth();
  await openViewer(/^Picture 1/);
  await userEvent.keyboard("h");
  // Mutations are tried three times, 1 s and 2 s apart (specification 9.2).
  expect(await screen.findByText(words, { selector: "div" })).toBeInTheDocument();
  expect(api.made(call)).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Heart, 2 hearts", pressed: isHearted })).toBeVisible();
});

test.each([
  [false, "You must be logged in to like media"],
  [true, "You must be logged in to unlike media"],
])("without a login, a heart that was %s shows '%s'", async (isHearted, words) => {
  serve(mediaItems(1, { isHearted, heartCount: 1 }));
  api.on("GET /api/auth/me", { status: 401 });
  renderMonth({ user: null });
  await openViewer(/^Picture 1/);
  await userEvent.keyboard("h");
  expect(await screen.findByText(words, { selector: "div" })).toBeInTheDocument();
  expect(api.made("POST")).toEqual([]);
});

test("deleting asks for confirmation, moves to the next item and can be undone", async () => {
  serve(mediaItems(2));
  api
    .on("DELETE /api/media/item-1", { status: 204 })
    .on("POST /api/media/item-1/restore", { json: mediaItemDto({ id: "item-1" }) });
  renderMonth();
  await openViewer("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete this photo?" });
  expect(api.made("DELETE")).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await place("1 of 1");
  expect(window.location.pathname).toBe("/view-image/item-2");
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Restored", { selector: "div" })).toBeInTheDocument();
  await place("2 of 2");
});

test("an Undo that fails can be pressed again", async () => {
  serve(mediaItems(2));
  api
    .on("DELETE /api/media/item-1", { status: 204 })
    .on("POST /api/media/item-1/restore", { status: 503, json: { message: "Not now." } });
  renderMonth();
  await openViewer("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete this photo?" });
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("It could not be restored", { selector: "div" })).toBeInTheDocument();
  api.on("POST /api/media/item-1/restore", { json: mediaItemDto({ id: "item-1" }) });
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Restored", { selector: "div" })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument());
});

test("a refused deletion shows 'Deletion failed' and keeps the item", async () => {
  serve(mediaItems(1));
  api.on("DELETE /api/media/item-1", {
    status: 403,
    json: { message: "Only the uploader or an admin can delete this." },
  });
  renderMonth();
  await openViewer("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await userEvent.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
  );
  expect(await screen.findByText("Deletion failed", { selector: "div" })).toBeInTheDocument();
  expect(
    screen.getByText("Only the uploader or an admin can delete this.", { selector: "div" }),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await place("1 of 1");
});

test("a member can't edit or delete what others uploaded, nor choose covers", async () => {
  const member = userDto({ id: "me", isAdmin: false });
  serve(mediaItems(1, { uploadedBy: someoneElse }));
  api.on("GET /api/auth/me", { json: member });
  renderMonth({ user: member });
  await openViewer("Picture 1");
  await userEvent.keyboard("i");
  await screen.findByRole("complementary", { name: "Details" });
  for (const name of ["Edit", "Delete", "Set as month cover", "Use as welcome image"]) {
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  }
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  const entries = await screen.findAllByRole("menuitem");
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute("href")])).toEqual([
    ["Download original", "/api/media/item-1/download"],
    ["Download without place", "/api/media/item-1/download?place=without"],
  ]);
});

test("a Live Photo's clip can be downloaded too", async () => {
  const [item] = mediaItems(1, { playable: "ready" });
  if (!item) throw new Error("There is one");
  serve([item]);
  const clip = { fileName: "IMG_1.MOV", bytes: 4_000_000, durationMs: 2_800 };
  api.on("GET /api/media/item-1", { json: { ...mediaDetailDto(item), clip } });
  renderMonth();
  await openViewer("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByRole("menuitem", { name: "Download the clip" })).toHaveAttribute(
    "href",
    "/api/media/item-1/download?part=clip",
  );
  expect(screen.getByRole("menuitem", { name: "Download original" })).toBeVisible();
});

test("a child is offered one download, without the place of the photo", async () => {
  const child = userDto({ id: "me", isAdmin: false, isChild: true });
  serve(mediaItems(1, { uploadedBy: someoneElse }));
  api.on("GET /api/auth/me", { json: child });
  renderMonth({ user: child });
  await openViewer("Picture 1");
  expect(screen.queryByRole("button", { name: "Download" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    "/api/media/item-1/download?place=without",
  );
});

test("editing keeps what was typed when saving is refused, and shows the hashtags", async () => {
  serve(mediaItems(1));
  api.on("GET /api/hashtags/recent", { json: { hashtags: ["#beach"] } }).on("PATCH /api/media/item-1", {
    status: 400,
    json: { message: "Year can't be in the future", field: "year" },
  });
  renderMonth();
  await openViewer("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit photo" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Description" }), " #nana");
  await userEvent.click(await dialog.findByRole("button", { name: "Add #beach" }));
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Month" }), "May");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Year can't be in the future");
  // Adding a hashtag leaves room for the next word.
  const typed = "Picture 1 #nana #beach ";
  expect(dialog.getByRole("textbox", { name: "Description" })).toHaveValue(typed);
  const sent = api.calls.findLast(({ method }) => method === "PATCH")?.body;
  expect(sent).toEqual({ description: typed, year: 2024, month: 5 });
});

test("a clip in preparation says so and starts once it is ready", async () => {
  const clip = mediaItemDto({ id: "clip", mediaType: "video", description: "Steps", playable: "pending" });
  serve([clip]);
  renderMonth();
  await openViewer("Video: Steps");
  expect(await screen.findByText("This video is being prepared")).toBeVisible();
  api.on("GET /api/media/clip", { json: mediaDetailDto({ ...clip, playable: "ready" }) });
  const player = await screen.findByLabelText("Video: Steps", { selector: "video" });
  expect(player).toHaveAttribute("src", "/api/video/stream/clip");
});

test("hashtags in a description link to their pictures", async () => {
  serve([mediaItemDto({ id: "one", description: "At the #Beach" })]);
  renderMonth();
  await openViewer("At the #Beach");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByRole("link", { name: "#Beach" })).toHaveAttribute("href", "/search?tag=beach");
});

test("a preview that doesn't load is distinguished from one that can't be made", async () => {
  serve(mediaItems(1));
  renderMonth();
  fireEvent.error(await screen.findByRole("img", { name: "Picture 1" }));
  expect(await screen.findByText("The preview didn't load. The original is safe.")).toBeVisible();
});

test("a preview that failed before the page's code ran is shown as failed", async () => {
  const complete = jest.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  serve(mediaItems(1));
  renderMonth();
  expect(await screen.findByRole("button", { name: /^Try again/ })).toBeVisible();
  complete.mockRestore();
});
