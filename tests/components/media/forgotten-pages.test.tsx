import { act, render, screen, waitFor } from "@testing-library/react";
import { JustifiedRowView } from "@/components/album/media/justified-row";
import { type Feed, useFeed } from "@/components/album/media/use-feed";
import { ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { packPlaces } from "@/lib/album/media/client/item-places";
import { MediaList } from "@/lib/album/media/client/media-list";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const perPage = 3;
const pages = 30;
const total = perPage * pages;
const idAt = (index: number) => `item-${index}`;
const idsFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => idAt(from + at));

let api: FakeApi;
let feed: Feed;
beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  api.on("GET /api/media/month/2024/3", ({ path }) => {
    const start = Number(new URLSearchParams(path.split("?")[1]).get("cursor") ?? 0);
    const items = idsFrom(start, start + perPage).map((id) => mediaItemDto({ id }));
    const end = start + perPage;
    return { json: mediaPageDto(items, { total, nextCursor: end < total ? String(end) : null }) };
  });
});

function Reader() {
  feed = useFeed({ kind: "month", year: 2024, month: 3 });
  return <p>{feed.items.length} listed</p>;
}
const cursorsAsked = () =>
  api.made("GET /api/media/month/2024/3?").map((call) => /cursor=(\d+)/.exec(call)?.[1] ?? "0");
const show = (from: number) => act(async () => feed.show("list", { from, to: from + perPage }));
const shownIds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => feed.items.at(from + at)?.id);

/** Reads the month to its end, as someone scrolling down does. */
async function readAll(): Promise<void> {
  renderPage(<Reader />);
  await screen.findByText(`${perPage} listed`);
  for (let page = 2; page <= pages; page++) {
    await show(feed.items.length - perPage);
    await act(async () => feed.loadMore());
    await screen.findByText(`${page * perPage} listed`);
  }
}

test("of a long month the pages near the view are kept, and the others are read again when needed", async () => {
  await readAll();
  const read = cursorsAsked().length;
  expect(read).toBe(pages);
  expect(feed.total).toBe(total);
  const far = 12 * perPage;
  expect(shownIds(far, far + perPage)).toEqual(Array(perPage).fill(undefined));
  expect(feed.items.indexOf(idAt(far))).toBe(far);
  // Items in view have been there all the time.
  expect(shownIds(total - perPage, total)).toEqual(idsFrom(total - perPage, total));
  await show(far);
  await waitFor(() =>
    expect(shownIds(far - perPage, far + 2 * perPage)).toEqual(idsFrom(far - perPage, far + 2 * perPage)),
  );
  expect(new Set(cursorsAsked().slice(read))).toEqual(new Set([30, 33, 36, 39, 42].map(String)));
  expect(feed.items.length).toBe(total);
});

test("pages the viewer shows are kept too, however far from the list behind it", async () => {
  await readAll();
  const open = 12 * perPage;
  await act(async () => feed.show("viewer", { from: open, to: open + 1 }));
  await waitFor(() => expect(feed.items.at(open)?.id).toBe(idAt(open)));
  expect(feed.items.at(total - 1)?.id).toBe(idAt(total - 1));
  await act(async () => feed.show("viewer", null));
  await show(total - perPage);
  expect(feed.items.at(total - 1)?.id).toBe(idAt(total - 1));
});

test("any part of the list can be read in order, even a dropped one", async () => {
  await readAll();
  const ids: string[] = [];
  for await (const items of feed.readListed({ from: 1, to: total - 1 }, new AbortController().signal)) {
    ids.push(...items.map(({ id }) => id));
  }
  expect(ids).toEqual(idsFrom(1, total - 1));
});

const shape = { rowRatio: 4, narrowest: 0.6, widest: 2.2 };
const row = { start: 0, end: 2, ratioSum: 8 / 3, emptyRatio: 0, seen: 2 };
const renderTile = ({ id }: MediaItemDto) => <p>{id}</p>;
const rowOf = (list: MediaList) => (
  <JustifiedRowView row={row} items={list} shape={shape} renderTile={renderTile} />
);

test("a row of dropped items has the same cells, in their colours, until they are read again", () => {
  // Luminance 21/63, colour differences -1/63 and 1/63.
  const items = mediaItems(2, { thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI" });
  const known = new MediaList([{ items }]);
  const forgotten = new MediaList([{ items: [], places: packPlaces(items) }]);
  const { container, rerender } = render(rowOf(known));
  const columns = () => (container.firstElementChild as HTMLElement).style.gridTemplateColumns;
  const before = columns();
  expect(screen.getByText("item-1")).toBeInTheDocument();
  rerender(rowOf(forgotten));
  expect(screen.queryByText("item-1")).not.toBeInTheDocument();
  expect(columns()).toBe(before);
  const colors = [...container.querySelectorAll<HTMLElement>("[style*='background-color']")];
  expect(colors.map(({ style }) => style.backgroundColor)).toEqual(Array(2).fill("rgb(86, 82, 88)"));
  rerender(rowOf(known));
  expect(screen.getByText("item-2")).toBeInTheDocument();
});

test("the viewer waits for a dropped item, and shows it once it is read", async () => {
  const items = mediaItems(1);
  api.on("GET /api/media/item-1", { json: mediaDetailDto(items[0] as MediaItemDto) });
  const overlay = (list: MediaList) => (
    <ViewerOverlay
      openId="item-1"
      items={list}
      total={1}
      onShow={() => {}}
      onClose={() => {}}
      onNearEnd={() => {}}
      fallback={<p>A moment</p>}
    />
  );
  const { unmount } = renderPage(overlay(new MediaList([{ items: [], places: packPlaces(items) }])));
  expect(screen.getByText("A moment")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  unmount();
  renderPage(overlay(new MediaList([{ items }])));
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
});
