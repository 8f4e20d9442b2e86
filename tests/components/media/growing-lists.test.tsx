import { render, renderHook, screen } from "@testing-library/react";
import { useUniqueItems } from "@/components/album/media/use-unique-items";
import { WindowedGrid } from "@/components/album/media/windowed-grid";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";

const pageOf = (...ids: string[]) => mediaPageDto(ids.map((id) => mediaItemDto({ id })));
const idsOf = (items: readonly MediaItemDto[]) => items.map(({ id }) => id);

describe("the items of all pages", () => {
  function listOf(...pages: ReturnType<typeof pageOf>[]) {
    const { result, rerender } = renderHook(({ pages }) => useUniqueItems(pages), {
      initialProps: { pages },
    });
    return {
      ids: () => idsOf(result.current),
      next: (...next: ReturnType<typeof pageOf>[]) => {
        rerender({ pages: next });
        return idsOf(result.current);
      },
    };
  }

  test("grow with each page, and one that moved between two pages appears once", () => {
    const first = pageOf("a", "b");
    const second = pageOf("b", "c");
    const list = listOf(first);
    expect(list.ids()).toEqual(["a", "b"]);
    expect(list.next(first, second)).toEqual(["a", "b", "c"]);
    expect(list.next(first, second, pageOf("d", "a"))).toEqual(["a", "b", "c", "d"]);
  });

  test("are those of the new pages when an earlier page changes or is gone", () => {
    const [first, second, third] = [pageOf("a", "b"), pageOf("c"), pageOf("d")];
    const list = listOf(first, second);
    expect(list.next(pageOf("b"), second)).toEqual(["b", "c"]);
    expect(list.next(first, second, third)).toEqual(["a", "b", "c", "d"]);
    expect(list.next(first)).toEqual(["a", "b"]);
    expect(list.next()).toEqual([]);
    expect(list.next(first)).toEqual(["a", "b"]);
  });
});

// jsdom has no scrollTo, which the grid scrolls with.
beforeEach(() => {
  window.scrollTo = () => {};
});

test("visible rows render once, however the list grows; a picture that changed renders again", () => {
  const drawn: string[] = [];
  const renderTile = ({ id }: MediaItemDto) => {
    drawn.push(id);
    return <p>{id}</p>;
  };
  const grid = (items: readonly MediaItemDto[]) => (
    <WindowedGrid items={items} screenGuess="desktop" renderTile={renderTile} onNearEnd={() => {}} />
  );
  const items = mediaItems(10);
  const { rerender } = render(grid(items));
  const shown = () => items.filter(({ id }) => screen.queryByText(id)).map(({ id }) => id);
  expect(shown()).toContain("item-1");
  drawn.length = 0;
  rerender(
    grid([...items, ...mediaItems(10, { width: 900 }).map((item) => ({ ...item, id: `${item.id}b` }))]),
  );
  expect(drawn).not.toContain("item-1");
  rerender(grid(items.map((item, index) => (index === 0 ? { ...item, heartCount: 1 } : item))));
  expect(drawn).toContain("item-1");
});
