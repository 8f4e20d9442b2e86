import { useMemo, useRef } from "react";
import type { MediaItemDto } from "@/lib/album/media/schema";

interface Page {
  items: readonly MediaItemDto[];
}

interface Listed {
  pages: readonly Page[];
  items: MediaItemDto[];
  seen: Set<string>;
}

const none: Listed = { pages: [], items: [], seen: new Set() };

/** Continues from the end of `listed` if `pages` begin with its pages. */
function listOn(listed: Listed, pages: readonly Page[]): Listed {
  const isBegun = listed !== none && listed.pages.every((page, index) => page === pages[index]);
  if (isBegun && listed.pages.length === pages.length) return listed;
  const items = isBegun ? [...listed.items] : [];
  const seen = isBegun ? listed.seen : new Set<string>();
  for (const page of isBegun ? pages.slice(listed.pages.length) : pages) {
    for (const item of page.items) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      items.push(item);
    }
  }
  return { pages, items, seen };
}

/**
 * The items of all pages as one list; an item that moved between two pages appears once. Adding a page costs the same
 * however many there are.
 */
export function useUniqueItems(pages: readonly Page[] | undefined): readonly MediaItemDto[] {
  const listed = useRef(none);
  return useMemo(() => {
    listed.current = listOn(listed.current, pages ?? none.pages);
    return listed.current.items;
  }, [pages]);
}
