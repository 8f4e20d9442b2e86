import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  MediaDetailDto,
  MediaFactsDto,
  MediaItemDto,
  MediaPageDto,
  TimelineMonthDto,
  TimelineQuery,
  TrashItemDto,
  UpdateMediaInput,
  WelcomeImageDto,
  YearCoverDto,
  YearPageDto,
} from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";
import { readStoredUser } from "@/lib/http/stored-session";

/** Items per page of an endless grid: a screen or two, so that scrolling rarely waits. */
export const gridPageSize = 60;

export const feedKey = ["/api/media"] as const;
export const favoritesKey = ["/api/media/favorites"] as const;
/** Without an id, the person's own photos. */
export const taggedKey = (memberId?: string) =>
  [memberId ? `/api/media/tagged?memberId=${encodeURIComponent(memberId)}` : "/api/media/tagged"] as const;
export const isTaggedKey = (key: unknown) => typeof key === "string" && key.startsWith("/api/media/tagged");
export const latestKey = ["/api/media/latest"] as const;
export const yearCoversKey = ["/api/year-covers"] as const;
export const trashKey = ["/api/media/trash"] as const;
export const welcomeImageKey = ["/api/welcome-image"] as const;
export const yearKey = (year: number) => [`/api/media/year/${year}`] as const;
export const monthKey = (year: number, month: number) => [`/api/media/month/${year}/${month}`] as const;
export const detailKey = (id: string) => [`/api/media/${id}`] as const;
export const factsKey = (id: string) => [`/api/media/${id}/facts`] as const;
export const feedFromKey = (id: string) => ["/api/media", { from: id }] as const;

interface PageAddress {
  limit?: number;
  cursor?: string | null;
  before?: string;
  offset?: number;
}

function pagePath(path: string, { limit, cursor, before, offset }: PageAddress): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit, cursor, before, offset })) {
    if (value) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}${path.includes("?") ? "&" : "?"}${text}` : path;
}

/** An endless feed under its path, which is the key's first element; pages follow by cursor. */
export function endless<TPage extends MediaPageDto>(queryKey: readonly [string], limit?: number) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      apiRequest<TPage>(
        "GET",
        pagePath(queryKey[0], { cursor: pageParam, ...(limit ? { limit } : {}) }),
        undefined,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: TPage) => last.nextCursor,
    // A deep comparison of tens of thousands of items after every page costs more than it saves.
    structuralSharing: false,
  });
}

/** Where a run of a feed starts: the number of items before it, and a cursor if the feed's timeline has one. */
export interface FeedStart {
  newerCount: number;
  cursor?: string;
}

export const runKey = (path: string, start: FeedStart) => [path, start] as const;

/** A page of a run. `newerCount`, `end`: how many items of the feed precede its first or follow its last one. */
type RunPlace =
  | { offset: number }
  | { cursor: string; newerCount?: number }
  | { before: string; end: number };

async function readRunPage(path: string, place: RunPlace, signal: AbortSignal): Promise<MediaPageDto> {
  const read = (address: PageAddress) =>
    apiRequest<MediaPageDto>("GET", pagePath(path, { limit: gridPageSize, ...address }), undefined, {
      signal,
    });
  if ("offset" in place) return read(place);
  if ("cursor" in place) return withOffset(await read({ cursor: place.cursor }), place.newerCount ?? 0);
  const page = await read({ before: place.before });
  // Everything before it has been deleted since: the feed now begins here.
  if (page.items.length === 0) return read({});
  return withOffset(page, page.previousCursor === null ? 0 : place.end - page.items.length);
}

/** The server counts no further than it must: a page's offset follows from the pages around it. */
const withOffset = (page: MediaPageDto, offset: number): MediaPageDto => ({
  ...page,
  pagination: { ...page.pagination, offset: Math.max(0, offset) },
});

/** A feed from its middle on: older items follow, newer ones are prepended. */
export const runOptions = (path: string, start: FeedStart) =>
  infiniteQueryOptions({
    queryKey: runKey(path, start),
    queryFn: ({ pageParam, signal }) => readRunPage(path, pageParam, signal),
    initialPageParam: startPlace(start),
    getNextPageParam: ({ nextCursor }: MediaPageDto): RunPlace | null =>
      nextCursor === null ? null : { cursor: nextCursor },
    getPreviousPageParam: ({ previousCursor, pagination }: MediaPageDto): RunPlace | null =>
      previousCursor === null ? null : { before: previousCursor, end: pagination.offset },
    structuralSharing: false,
  });

const startPlace = ({ cursor, newerCount }: FeedStart): RunPlace =>
  cursor === undefined ? { offset: newerCount } : { cursor, newerCount };

/** The largest page there is, for reading a whole list. */
const longPageSize = 200;

/** A feed from a cursor to its end. */
export async function* readOlder(path: string, cursor: string, signal: AbortSignal) {
  for (let next: string | null = cursor; next !== null; ) {
    const place = pagePath(path, { limit: longPageSize, cursor: next });
    const page: MediaPageDto = await apiRequest("GET", place, undefined, { signal });
    yield page.items;
    next = page.nextCursor;
  }
}

/** A feed from a cursor back to its beginning, nearest items first. */
export async function* readNewer(path: string, before: string, signal: AbortSignal) {
  for (let next: string | null = before; next !== null; ) {
    const place = pagePath(path, { limit: longPageSize, before: next });
    const page: MediaPageDto = await apiRequest("GET", place, undefined, { signal });
    yield [...page.items].reverse();
    next = page.previousCursor;
  }
}

export const timelineKey = (query: TimelineQuery) =>
  [`/api/media/timeline?${new URLSearchParams(Object.entries(query))}`] as const;

/** The months of a feed. */
export const timelineOptions = (query: TimelineQuery) =>
  queryOptions<TimelineMonthDto[] | null>({
    queryKey: timelineKey(query),
    staleTime: 60_000,
    refetchOnMount: true,
    retry: false,
  });

/** Everything by upload date. */
export const feedOptions = () => endless<MediaPageDto>(feedKey, gridPageSize);
export const favoritesOptions = () => endless<MediaPageDto>(favoritesKey, gridPageSize);
/** The photos of one group of faces. */
export const faceFeedKey = (groupId: string) => [`/api/people/${groupId}`] as const;
export const faceFeedOptions = (groupId: string) => endless<MediaPageDto>(faceFeedKey(groupId), gridPageSize);
/** The items of one album. */
export const albumItemsKey = (id: string) => [`/api/albums/${id}/items`] as const;
export const albumItemsOptions = (id: string) => endless<MediaPageDto>(albumItemsKey(id), gridPageSize);
export const taggedOptions = (memberId?: string) => endless<MediaPageDto>(taggedKey(memberId), gridPageSize);
export const monthOptions = (year: number, month: number) =>
  endless<MediaPageDto>(monthKey(year, month), gridPageSize);
/** A month's page for the browser's queries: the month itself, or a run of it if it begins later. */
export function monthAtStart(year: number, month: number, page: MediaPageDto) {
  const key = monthKey(year, month);
  const { offset } = page.pagination;
  if (offset === 0) return [key, { pages: [page], pageParams: [null] }] as const;
  const start = { newerCount: offset };
  return [runKey(key[0], start), { pages: [page], pageParams: [startPlace(start)] }] as const;
}

/** The server's page size for a year is 20 (specification 9.5). */
export const yearOptions = (year: number) => endless<YearPageDto>(yearKey(year));

/** The feed starting at one item. @param startCursor the item's cursor, made by the server */
export const feedFromOptions = (id: string, startCursor: string) =>
  infiniteQueryOptions({
    queryKey: feedFromKey(id),
    queryFn: async ({ pageParam, signal }): Promise<MediaPageDto> => {
      const path = pagePath(feedKey[0], { limit: gridPageSize, cursor: pageParam ?? startCursor });
      const [first, page] = await Promise.all([
        pageParam ? null : fetchMediaDetail(id, signal),
        apiRequest<MediaPageDto>("GET", path, undefined, { signal }),
      ]);
      return first ? { ...page, items: [first, ...page.items] } : page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: MediaPageDto) => last.nextCursor,
    structuralSharing: false,
  });

/** Specification 9.2: latest media are fresh for 30 s, the years of home for 60 s. */
export const latestOptions = () =>
  queryOptions<MediaItemDto[] | null>({ queryKey: latestKey, staleTime: 30_000 });
export const yearCoversOptions = () =>
  queryOptions<YearCoverDto[] | null>({ queryKey: yearCoversKey, staleTime: 60_000 });

function fetchMediaDetail(id: string, signal?: AbortSignal): Promise<MediaDetailDto> {
  return apiRequest<MediaDetailDto>("GET", `/api/media/${id}`, undefined, signal ? { signal } : {});
}

const preparingPollMs = 3000;

const isAwaitingVideo = (item: MediaDetailDto | null | undefined) =>
  item?.playable === "pending" || (item?.playableSmall === "pending" && item.playable !== "ready");

/** One item with who hearted it; polled every 3 s while its clip is being prepared. */
export const detailOptions = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => fetchMediaDetail(id, signal),
    staleTime: 30_000,
    refetchOnMount: true,
    refetchInterval: ({ state }) => (isAwaitingVideo(state.data) ? preparingPollMs : false),
  });

/** With what and where an item was taken. Nobody asked for it: it fails silently. */
export const factsOptions = (id: string) =>
  queryOptions<MediaFactsDto | null>({
    queryKey: factsKey(id),
    staleTime: 30_000,
    refetchOnMount: true,
    retry: false,
  });

export const trashOptions = () =>
  queryOptions<TrashItemDto[] | null>({ queryKey: trashKey, refetchOnMount: true });

export function updateMedia(id: string, change: UpdateMediaInput): Promise<MediaDetailDto> {
  return apiRequest("PATCH", `/api/media/${id}`, change);
}

/** Moves an item to the trash. The session says who asks; the body is that of specification 7.4. */
export async function deleteMedia(id: string): Promise<void> {
  const user = readStoredUser();
  await apiRequest("DELETE", `/api/media/${id}`, { userId: user?.id, sessionId: user?.sessionId });
}

export function restoreMedia(id: string): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/restore`);
}

/** Deletes an item in the trash permanently. */
export async function eraseMedia(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/media/trash/${id}`);
}

/** Tries again to make an item's failed pictures. */
export function retryMedia(id: string): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/retry`);
}

export function setMonthCover(id: string, featured: boolean): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/featured`, { featured });
}

/** Null: the family is welcomed without a picture. */
export function setWelcomeImage(mediaId: string | null): Promise<WelcomeImageDto> {
  return mediaId === null
    ? apiRequest("DELETE", "/api/welcome-image")
    : apiRequest("POST", "/api/welcome-image", { mediaId });
}

export const welcomeImageOptions = () =>
  queryOptions({
    queryKey: welcomeImageKey,
    queryFn: ({ signal }) => apiRequest<WelcomeImageDto>("GET", "/api/welcome-image", undefined, { signal }),
  });
