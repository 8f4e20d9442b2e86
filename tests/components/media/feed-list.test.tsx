import { HydrationBoundary } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { FeedList } from "@/components/album/media/feed-list";
import { feedKey } from "@/lib/album/media/client/queries";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let api: FakeApi;

const items = mediaItems(3);

beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  for (const item of items) api.on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) });
});

const renderRecent = (address: string) =>
  renderPage(
    <HydrationBoundary state={hydratedQueries([[feedKey, firstPage(mediaPageDto(items))]])}>
      <FeedList source={{ kind: "everything" }} empty={<p>Nothing yet</p>} />
    </HydrationBoundary>,
    { address },
  );

test("a picture tapped on home is open, and Back closes it before leaving the list", async () => {
  const { router } = renderRecent("/recent-uploads?open=item-2");
  expect(await screen.findByRole("dialog", { name: "Picture 2" })).toBeVisible();
  expect(window.location.pathname).toBe("/view-image/item-2");
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  // Continuing from here leads back to the list, not into the viewer again.
  expect(`${window.location.pathname}${window.location.search}`).toBe("/recent-uploads");
  expect(router.push).not.toHaveBeenCalled();
});

test("one that is not among the latest opens on its own page", async () => {
  const { router } = renderRecent("/recent-uploads?open=item-9");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/view-image/item-9"));
});

test("without a picture in the address none is open", async () => {
  renderRecent("/recent-uploads");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
