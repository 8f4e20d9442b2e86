import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HomeView } from "@/components/album/home/home-view";
import { closeUploadDialog, useUploadDialogState } from "@/components/album/uploads/upload-dialog-controller";
import type { MediaItemDto, MonthSummaryDto, YearCoverDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
});
afterEach(() => {
  jest.useRealTimers();
  closeUploadDialog();
});

function UploadState() {
  const { open, filter, title } = useUploadDialogState();
  return <output>{open ? `${title}, ${filter}` : "no upload dialog"}</output>;
}

interface Album {
  latest: MediaItemDto[];
  years: YearCoverDto[];
  news?: string;
}

function renderHome({ latest, years, news }: Album) {
  api.on("GET /api/media/latest", { json: latest }).on("GET /api/year-covers", { json: years });
  return renderPage(
    <>
      <HomeView
        greeting="Good evening, Ada"
        news={news ?? null}
        recentPlaces={4}
        screenGuess="desktop"
        board={<p>Notice board</p>}
        aside={<p>Family</p>}
      />
      <UploadState />
    </>,
  );
}

const yearCover = (year: number, itemCount = 3): YearCoverDto => ({ year, itemCount, cover: null });
const month = (
  number: number,
  itemCount = 1,
  iconName: MonthSummaryDto["iconName"] = null,
): MonthSummaryDto => ({ month: number, itemCount, cover: null, iconName });

function yearAnswers(
  year: number,
  months: MonthSummaryDto[],
  items = mediaItems(1),
  nextCursor: string | null = null,
) {
  api.on(`GET /api/media/year/${year}`, {
    json: { ...mediaPageDto(items, { nextCursor, total: 25 }), months },
  });
}

test("while the album loads there is a spinner", async () => {
  renderHome({ latest: [], years: [] });
  expect(screen.getByText("Loading your album")).toBeVisible();
  await screen.findByText(/What your album could look like/);
});

test("an empty album shows examples, and its buttons open 'Upload Family Media' for all files", async () => {
  renderHome({ latest: [], years: [] });
  const examples = within(await screen.findByRole("region", { name: "What your album could look like" }));
  expect(examples.getAllByRole("article")).toHaveLength(3);
  expect(examples.getAllByText("Example")).toHaveLength(3);
  expect(examples.getByText("12 likes")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Upload photos and videos" }));
  expect(screen.getByText("Upload Family Media, all")).toBeInTheDocument();
});

test("an empty album suggests inviting to its admins, not to other members", async () => {
  renderHome({ latest: [], years: [] });
  expect(await screen.findByRole("link", { name: "Invite Family" })).toHaveAttribute(
    "href",
    "/invite-family-members",
  );
  api.on("GET /api/auth/me", { json: userDto({ isAdmin: false }) });
  cleanup();
  renderHome({ latest: [], years: [] });
  await screen.findByText(/What your album could look like/);
  await waitFor(() => expect(screen.queryByRole("link", { name: "Invite Family" })).not.toBeInTheDocument());
});

test("latest media without any year says that no photos were found", async () => {
  renderHome({ latest: mediaItems(1), years: [] });
  expect(
    await screen.findByText("No photos found. Start uploading to create your family timeline!"),
  ).toBeVisible();
});

test("the line under the greeting says what is new, or else what the album contains", async () => {
  const album = { latest: mediaItems(1), years: [yearCover(2022, 1204)] };
  renderHome({ ...album, news: "Grandpa added 14 photos while you were out." });
  expect(await screen.findByText("Grandpa added 14 photos while you were out.")).toBeVisible();
  expect(screen.queryByText(/1,204 photos/)).not.toBeInTheDocument();
  cleanup();
  renderHome(album);
  expect(await screen.findByText("1,204 photos and videos from 2022")).toBeVisible();
});

test("Recent Uploads shows the first four latest and leads to /recent-uploads", async () => {
  renderHome({ latest: mediaItems(6), years: [] });
  const card = within(await screen.findByRole("region", { name: "Recent Uploads" }));
  expect(card.getAllByRole("img", { name: /^Picture/ }).map((image) => image.getAttribute("alt"))).toEqual([
    "Picture 1",
    "Picture 2",
    "Picture 3",
    "Picture 4",
  ]);
  expect(card.getByRole("link", { name: "See all" })).toHaveAttribute("href", "/recent-uploads");
  expect(card.getByRole("link", { name: "Picture 2" })).toHaveAttribute(
    "href",
    "/recent-uploads?open=item-2",
  );
});

test("Recent Uploads takes medium images for photos and the video thumbnail for clips", async () => {
  const clip = mediaItemDto({ id: "clip", mediaType: "video", fileType: "video" });
  const { container } = renderHome({ latest: [mediaItemDto({ id: "photo" }), clip], years: [] });
  await waitFor(() =>
    expect(container.querySelector('img[src="/api/images/medium/photo"]')).toBeInTheDocument(),
  );
  expect(container.querySelector('img[src="/api/video/thumbnail/clip"]')).toBeInTheDocument();
  expect(container.querySelector('img[src="/api/images/medium/clip"]')).not.toBeInTheDocument();
});

test("the latest year is expanded, the others expand on a press", async () => {
  yearAnswers(2024, [month(3, 7), month(5)]);
  yearAnswers(2023, [month(12)]);
  renderHome({ latest: mediaItems(1), years: [yearCover(2024), yearCover(2023)] });
  expect(await screen.findByRole("link", { name: "March 2024, 7 items" })).toHaveAttribute(
    "href",
    "/media/2024/3",
  );
  expect(api.made("GET /api/media/year/2023")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "2023" }));
  expect(await screen.findByRole("link", { name: "December 2023, 1 item" })).toBeVisible();
});

test("after one photo is deleted, its month has the server's count and cover", async () => {
  const [cover, other] = mediaItems(2) as [MediaItemDto, MediaItemDto];
  const march = (itemCount: number, shown: MediaItemDto): MonthSummaryDto => ({
    ...month(3, itemCount),
    cover: shown,
  });
  yearAnswers(2024, [march(7, cover)], [cover, other]);
  api.on(`GET /api/media/${cover.id}`, { json: mediaDetailDto(cover) });
  api.on(`DELETE /api/media/${cover.id}`, { json: { success: true } });
  renderHome({ latest: [other], years: [yearCover(2024, 7)] });
  await screen.findByRole("link", { name: "March 2024, 7 items" });
  await userEvent.click(screen.getByRole("link", { name: "Picture 1" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  yearAnswers(2024, [march(6, other)], [other]);
  const dialog = await screen.findByRole("alertdialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  const tile = await screen.findByRole("link", { name: "March 2024, 6 items", hidden: true });
  expect(tile.querySelector("img")?.getAttribute("src")).toContain(other.id);
});

test("after a deletion near the end of what a year has loaded, its month has the server's count, and the rest is loaded", async () => {
  const items = mediaItems(25);
  const gone = items[14] as MediaItemDto;
  let left = items;
  api.on("GET /api/media/year/2024", async ({ path }) => {
    const page = path.includes("cursor") ? left.slice(20) : left.slice(0, 20);
    const nextCursor = path.includes("cursor") ? null : "next-1";
    const json = {
      ...mediaPageDto(page, { nextCursor, total: left.length }),
      months: [month(3, left.length)],
    };
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { json };
  });
  for (const item of items) api.on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) });
  api.on(`DELETE /api/media/${gone.id}`, () => {
    left = items.filter((item) => item !== gone);
    return { json: { success: true } };
  });
  renderHome({ latest: mediaItems(1), years: [yearCover(2024, 25)] });
  await screen.findByRole("link", { name: "March 2024, 25 items" });
  await userEvent.click(screen.getByRole("link", { name: "Picture 15" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  // The shown one is now among the last five that are loaded.
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: /Show more/, hidden: true })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole("link", { name: "March 2024, 24 items", hidden: true })).toBeInTheDocument();
});

test("2022 starts in October", async () => {
  yearAnswers(2022, [month(8), month(10), month(11)]);
  renderHome({ latest: mediaItems(1), years: [yearCover(2022)] });
  await screen.findByRole("link", { name: /October 2022/ });
  expect(screen.getByRole("link", { name: /November 2022/ })).toBeVisible();
  expect(screen.queryByRole("link", { name: /August 2022/ })).not.toBeInTheDocument();
});

test("the current month is marked", async () => {
  const now = new Date();
  yearAnswers(now.getFullYear(), [month(now.getMonth() + 1)]);
  renderHome({ latest: mediaItems(1), years: [yearCover(now.getFullYear())] });
  expect(await screen.findByRole("link", { name: /this month$/ })).toBeVisible();
});

test("Show more fetches the next page of a year by its cursor", async () => {
  yearAnswers(2024, [month(3)], mediaItems(20), "next-1");
  renderHome({ latest: mediaItems(1), years: [yearCover(2024, 25)] });
  expect(await screen.findByText("20 of 25 items")).toBeVisible();
  yearAnswers(2024, [month(3)], mediaItems(25).slice(20));
  await userEvent.click(screen.getByRole("button", { name: /Show more/ }));
  expect(await screen.findByRole("link", { name: "Picture 25" })).toBeVisible();
  expect(api.made("GET /api/media/year/2024")).toEqual([
    "GET /api/media/year/2024?stacks=collapsed",
    "GET /api/media/year/2024?cursor=next-1&stacks=collapsed",
  ]);
  expect(screen.queryByRole("button", { name: /Show more/ })).not.toBeInTheDocument();
});

test("while the viewer is open, a page of the year that didn't load is requested again every five seconds", async () => {
  yearAnswers(2024, [month(3)], mediaItems(20), "next-1");
  for (const { id } of mediaItems(25))
    api.on(`GET /api/media/${id}`, { json: mediaDetailDto(mediaItemDto({ id })) });
  renderHome({ latest: mediaItems(1), years: [yearCover(2024, 25)] });
  // Loads the viewer, far from the end.
  await userEvent.click(await screen.findByRole("link", { name: "Picture 2" }));
  await screen.findByRole("button", { name: "Next" });
  await userEvent.keyboard("{Escape}");

  jest.useFakeTimers();
  api.on("GET /api/media/year/2024", { status: 503, json: { message: "away" } });
  const asked = () => api.made("GET /api/media/year/2024").length;
  await userEvent
    .setup({ advanceTimers: jest.advanceTimersByTime })
    .click(await screen.findByRole("link", { name: "Picture 20" }));
  await screen.findByText("Error loading media for this year");
  const failed = asked();
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(asked()).toBe(failed);
  yearAnswers(2024, [month(3)], mediaItems(25).slice(20));
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(asked()).toBe(failed + 1);
  expect(await screen.findByRole("button", { name: "Next" })).toBeVisible();
});

test("a year that can't be loaded says so and can be retried", async () => {
  api.on("GET /api/media/year/2024", { status: 503, json: { message: "away" } });
  renderHome({ latest: mediaItems(1), years: [yearCover(2024)] });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Error loading media for this year");
  yearAnswers(2024, [month(3)]);
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: /March 2024, 1 item/ })).toBeVisible();
});
