import type { QueryClient } from "@tanstack/react-query";
import { itemKey, withoutKeys } from "@/lib/album/media/client/item-places";
import type { MediaItemDto } from "@/lib/album/media/schema";

type Change = (item: MediaItemDto) => MediaItemDto | null;
type Node = Record<string, unknown>;

/** Where responses hold items: pages of a feed, lists, a year's months, a day's years, a month's or year's cover. */
const branches = ["pages", "items", "months", "years", "cover"] as const;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

function isItem(node: Node): boolean {
  return typeof node.id === "string" && "derivatives" in node && "mediaType" in node;
}

function changeList(list: readonly unknown[], change: Change): readonly unknown[] {
  let isSame = true;
  const next: unknown[] = [];
  for (const entry of list) {
    const changed = changeIn(entry, change);
    if (changed !== entry) isSame = false;
    if (changed !== null || entry === null) next.push(changed);
  }
  return isSame ? list : next;
}

function withFewer(node: Node, removed: number): Node {
  const pagination = node.pagination as { total?: number } | undefined;
  if (removed === 0 || typeof pagination?.total !== "number") return node;
  return { ...node, pagination: { ...pagination, total: pagination.total - removed } };
}

/** The same response with its items changed; the same object if nothing changed, so nothing re-renders. */
function changeIn(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return changeList(value, change);
  if (!isNode(value)) return value;
  if (isItem(value)) return change(value as unknown as MediaItemDto);
  let next = value;
  for (const branch of branches) {
    const before = value[branch];
    const after = changeIn(before, change);
    if (after === before) continue;
    next = { ...next, [branch]: after };
    if (branch === "items" && Array.isArray(before) && Array.isArray(after)) {
      next = withFewer(next, before.length - after.length);
    }
  }
  return next;
}

function isMediaKey(key: unknown): boolean {
  return (
    typeof key === "string" &&
    /^\/api\/(media|albums|on-this-day|map\/(?:photos|places)|year-covers|years|hashtags|people)(\/|\?|$)/.test(
      key,
    )
  );
}

/** One item, or several. */
type Ids = string | readonly string[];

function changeEverywhere(queryClient: QueryClient, ids: Ids, change: Change): void {
  const changed = new Set(typeof ids === "string" ? [ids] : ids);
  queryClient.setQueriesData({ predicate: ({ queryKey }) => isMediaKey(queryKey[0]) }, (data: unknown) =>
    changeIn(data, (item) => (changed.has(item.id) ? change(item) : item)),
  );
}

/** Changes items in every response that this browser holds. */
export function patchMedia(
  queryClient: QueryClient,
  ids: Ids,
  patch: (item: MediaItemDto) => Partial<MediaItemDto>,
): void {
  changeEverywhere(queryClient, ids, (item) => ({ ...item, ...patch(item) }));
}

/** Removes items from the places of forgotten pages; returns the same object if it has none of them. */
function withoutPlaces(data: unknown, keys: ReadonlySet<number>): unknown {
  if (!isNode(data) || !Array.isArray(data.pages)) return data;
  const pages = data.pages.map((page: Node) => {
    if (!(page.places instanceof Uint32Array)) return page;
    const places = withoutKeys(page.places, keys);
    return places === page.places ? page : { ...page, places };
  });
  return pages.every((page, index) => page === (data.pages as unknown[])[index]) ? data : { ...data, pages };
}

/** Removes items from every response that this browser holds, and reduces the counts. */
export function dropMedia(queryClient: QueryClient, ids: Ids): void {
  changeEverywhere(queryClient, ids, () => null);
  const keys = new Set((typeof ids === "string" ? [ids] : ids).map(itemKey));
  queryClient.setQueriesData({ predicate: ({ queryKey }) => isMediaKey(queryKey[0]) }, (data: unknown) =>
    withoutPlaces(data, keys),
  );
}

/** Refetches everything about media that a page shows, and drops what no page shows. */
export async function refreshMedia(queryClient: QueryClient): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => isMediaKey(queryKey[0]);
  queryClient.removeQueries({ predicate, type: "inactive" });
  await queryClient.invalidateQueries({ predicate });
}
