import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FeedGrid } from "@/components/album/media/feed-grid";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const items = mediaItems(2);
let api: FakeApi;

function serve(change: Partial<MediaDetailDto> = {}) {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/media/month/2024/3", { json: mediaPageDto(items) })
    .install();
  for (const item of items) {
    api.on(`GET /api/media/${item.id}`, { json: { ...mediaDetailDto(item), ...change } });
    api.on(`GET /api/media/${item.id}/comments`, {
      json: { items: [], pagination: { total: 0, limit: 100, offset: 0, hasMore: false } },
    });
  }
}

async function openViewer(address = "/media/2024/3") {
  renderPage(
    <FeedGrid
      source={{ kind: "month", year: 2024, month: 3 }}
      screenGuess="desktop"
      empty={<p>Nothing</p>}
    />,
    { address },
  );
  if (address.startsWith("/media"))
    await userEvent.click(await screen.findByRole("link", { name: "Picture 1" }));
  return screen.findByRole("dialog");
}

const box = () => screen.findByRole("textbox", { name: "Write a comment" });

test("the people on the picture and its comment count are below it", async () => {
  const tags = ["Ada", "Nana", "Ben", "Cleo", "Ife"].map((displayName) => ({ id: displayName, displayName }));
  serve({ tags, commentCount: 3 });
  await openViewer();
  expect(await screen.findByText("With Ada, Nana, Ben and 2 more")).toBeVisible();
  expect(screen.getByRole("button", { name: "Comments, 3 comments" })).toBeVisible();
});

test("the comments button opens the details at the comments", async () => {
  serve();
  const dialog = await openViewer();
  await userEvent.click(screen.getByRole("button", { name: "Comments, 0 comments" }));
  expect(await screen.findByRole("heading", { name: "Comments" })).toHaveFocus();
  expect(await box()).toBeVisible();
  await screen.findByText(/Nobody has written anything yet/);
  expect((await axe(dialog)).violations).toEqual([]);
});

test("c opens the comments", async () => {
  serve();
  const dialog = await openViewer();
  dialog.focus();
  await userEvent.keyboard("c");
  expect(await screen.findByRole("heading", { name: "Comments" })).toHaveFocus();
});

test("a comment notification leads to the comments", async () => {
  serve();
  await openViewer("/view-image/item-1#comments");
  expect(await screen.findByRole("heading", { name: "Comments" })).toHaveFocus();
});

test("typing a comment doesn't change picture, heart or close anything", async () => {
  serve();
  await openViewer();
  await userEvent.click(screen.getByRole("button", { name: "Comments, 0 comments" }));
  await userEvent.type(await box(), "hi c{ArrowLeft}{ArrowRight}");
  expect(await box()).toHaveValue("hi c");
  expect(window.location.pathname).toBe("/view-image/item-1");
  expect(api.made("POST")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("dialog")).toHaveFocus();
  expect(await box()).toHaveValue("hi c");
});

test("an unsent comment stays with its own picture", async () => {
  serve();
  const dialog = await openViewer();
  await userEvent.click(screen.getByRole("button", { name: "Comments, 0 comments" }));
  await userEvent.type(await box(), "Half a thou");
  dialog.focus();
  await userEvent.keyboard("{ArrowRight}");
  await waitFor(() => expect(window.location.pathname).toBe("/view-image/item-2"));
  await waitFor(async () => expect(await box()).toHaveValue(""));
  await userEvent.keyboard("{ArrowLeft}");
  await waitFor(async () => expect(await box()).toHaveValue("Half a thou"));
});

test("people can be tagged in the viewer, and Escape closes the list, not the viewer", async () => {
  serve();
  const ife = { id: "ife", name: "Ife", nickname: null, displayName: "Ife", birthDate: null, userId: null };
  api.on("GET /api/family-members", { json: [ife] }).on("PUT /api/media/item-1/tags", { json: [ife] });
  await openViewer();
  await userEvent.click(screen.getByRole("button", { name: "Who is in this photo?" }));
  await userEvent.click(await screen.findByRole("button", { name: "Tag people" }));
  await userEvent.click(await screen.findByRole("option", { name: "Ife" }));
  expect(await screen.findByText("With Ife")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByRole("button", { name: "Tag people" })).toBeVisible();
  expect(within(screen.getByRole("dialog")).getByRole("link", { name: "Ife" })).toBeVisible();
});
