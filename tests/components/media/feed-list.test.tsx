import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { FeedList } from "@/components/album/media/feed-list";
import { useFeed } from "@/components/album/media/use-feed";
import { Button } from "@/components/ui/button";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { feedKey } from "@/lib/album/media/client/queries";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
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

// Without a layout, FeedList renders no cards.
function Listed() {
  const ids = [...useFeed({ kind: "everything" }).items.remembered()].map(({ id }) => id);
  return <output>{ids.join(", ")}</output>;
}

function ListedLater() {
  const [isShown, setShown] = useState(false);
  return isShown ? <Listed /> : <Button onClick={() => setShown(true)}>Show</Button>;
}

const Pages = ({ list }: { list: ReactNode }) =>
  usePathname() === "/recent-uploads" ? list : <p>Another page</p>;

describe("after Back, which shows the page as it was first loaded", () => {
  const atFirst = "item-1, item-2, item-3";
  const now = "item-4, item-1, item-3";
  const listCalls = () => api.made("GET /api/media?");

  async function goOn() {
    act(() => window.history.pushState(null, "", "/"));
    await screen.findByText("Another page");
  }

  const goBack = () => act(() => window.history.back());

  /** Opens a list, and leaves it for another page. */
  async function leave(part = <Listed />) {
    const state = hydratedQueries([[feedKey, firstPage(mediaPageDto(items))]]);
    const list = <HydrationBoundary state={state}>{part}</HydrationBoundary>;
    const { queryClient } = renderPage(<Pages list={list} />, { address: "/recent-uploads" });
    await goOn();
    return queryClient;
  }

  beforeEach(() => {
    const [first, , third, added] = mediaItems(4);
    api.on("GET /api/media", { json: mediaPageDto([added, first, third].flatMap((item) => item ?? [])) });
  });

  test("a list has what was added and deleted meanwhile", async () => {
    const queryClient = await leave();
    await refreshMedia(queryClient);
    goBack();
    expect(await screen.findByText(now)).toBeVisible();
    expect(listCalls()).toHaveLength(1);
  });

  test("a list that is outdated or has expired is fetched again", async () => {
    const queryClient = await leave();
    await queryClient.invalidateQueries({ queryKey: feedKey });
    goBack();
    expect(await screen.findByText(now)).toBeVisible();
    await goOn();
    queryClient.removeQueries({ queryKey: feedKey });
    api.on("GET /api/media", { json: mediaPageDto([]) });
    goBack();
    await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
    expect(listCalls()).toHaveLength(2);
  });

  test("an unchanged list isn't fetched again", async () => {
    await leave();
    goBack();
    expect(await screen.findByText(atFirst)).toBeVisible();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByText(atFirst)).toBeVisible();
    expect(listCalls()).toEqual([]);
  });

  test("a list that is shown later has what was added and deleted, too", async () => {
    const queryClient = await leave(<ListedLater />);
    await refreshMedia(queryClient);
    goBack();
    await userEvent.click(await screen.findByRole("button", { name: "Show" }));
    expect(await screen.findByText(now)).toBeVisible();
  });
});
