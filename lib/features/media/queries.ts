import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  MediaDetailDto,
  MediaItemDto,
  MediaPageDto,
  TrashItemDto,
  UpdateMediaInput,
  WelcomeImageDto,
  YearCoverDto,
  YearPageDto,
} from "@/lib/features/media/schema";
import { apiRequest } from "@/lib/http/api-client";
import { readStoredUser } from "@/lib/http/stored-session";

/** Items a page of an endless grid: a screen or two, so that scrolling seldom waits. */
export const gridPageSize = 60;

export const feedKey = ["/api/media"] as const;
export const favoritesKey = ["/api/media/favorites"] as const;
/** Of one's own pictures without an id. */
export const taggedKey = (memberId?: string) =>
  [memberId ? `/api/media/tagged?memberId=${encodeURIComponent(memberId)}` : "/api/media/tagged"] as const;
export const isTaggedKey = (key: unknown) => typeof key === "string" && key.startsWith("/api/media/tagged");
export const latestKey = ["/api/media/latest"] as const;
export const yearCoversKey = ["/api/year-covers"] as const;
export const trashKey = ["/api/media/trash"] as const;
export const welcomeImageKey = ["/api/welcome-image"] as const;
export const yearKey = (year: number) => [`/api/media/year/${year}`] as const;
export const monthKey = (year: number, month: number) => [`/api/media/month/${year}/${month}`] as const;
export const monthFromKey = (year: number, month: number, start: number) =>
  [...monthKey(year, month), { start }] as const;
export const detailKey = (id: string) => [`/api/media/${id}`] as const;
export const feedFromKey = (id: string) => ["/api/media", { from: id }] as const;

function pagePath(path: string, query: { limit?: number; cursor: string | null }): string {
  const parameters = new URLSearchParams();
  if (query.limit) parameters.set("limit", String(query.limit));
  if (query.cursor) parameters.set("cursor", query.cursor);
  const text = parameters.toString();
  return text ? `${path}${path.includes("?") ? "&" : "?"}${text}` : path;
}

/** An endless feed under its path, which is the key's first element; it goes on by cursor. */
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
    // Comparing tens of thousands of items deeply after every page costs more than it saves.
    structuralSharing: false,
  });
}

/** The longest page there is, for who reads a whole list. */
const longPageSize = 200;

/** A feed from a place on, to its end. */
export async function* readFeed(
  path: string,
  cursor: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly MediaItemDto[]> {
  for (let next: string | null | undefined = cursor; next !== null; ) {
    const place = pagePath(path, { limit: longPageSize, cursor: next ?? null });
    const page: MediaPageDto = await apiRequest("GET", place, undefined, { signal });
    yield page.items;
    next = page.nextCursor;
  }
}

/** Everything by upload date. */
export const feedOptions = () => endless<MediaPageDto>(feedKey, gridPageSize);
export const favoritesOptions = () => endless<MediaPageDto>(favoritesKey, gridPageSize);
export const taggedOptions = (memberId?: string) => endless<MediaPageDto>(taggedKey(memberId), gridPageSize);
export const monthOptions = (year: number, month: number) =>
  endless<MediaPageDto>(monthKey(year, month), gridPageSize);
type MonthPlace = { cursor: string } | { offset: number; limit: number };

/** A month opened in its middle: older items follow by cursor, newer ones are fetched before them. @param start offset */
export const monthFromOptions = (year: number, month: number, start: number) =>
  infiniteQueryOptions({
    queryKey: monthFromKey(year, month, start),
    queryFn: ({ pageParam, signal }) => {
      const path = monthKey(year, month)[0];
      const place =
        "cursor" in pageParam
          ? pagePath(path, { limit: gridPageSize, cursor: pageParam.cursor })
          : `${path}?limit=${pageParam.limit}&offset=${pageParam.offset}`;
      return apiRequest<MediaPageDto>("GET", place, undefined, { signal });
    },
    initialPageParam: { offset: start, limit: gridPageSize } as MonthPlace,
    getNextPageParam: ({ nextCursor }: MediaPageDto): MonthPlace | null =>
      nextCursor === null ? null : { cursor: nextCursor },
    getPreviousPageParam: ({ pagination: { offset } }: MediaPageDto): MonthPlace | null => {
      const limit = Math.min(gridPageSize, offset);
      return limit === 0 ? null : { offset: offset - limit, limit };
    },
    structuralSharing: false,
  });

/** A month's page for the browser's queries: under the month's own key, or the one of where it begins. */
export function monthAtStart(year: number, month: number, page: MediaPageDto) {
  const { offset, limit } = page.pagination;
  if (offset === 0) return [monthKey(year, month), { pages: [page], pageParams: [null] }] as const;
  return [monthFromKey(year, month, offset), { pages: [page], pageParams: [{ offset, limit }] }] as const;
}

/** The server's page size for a year is the 20 of specification 9.5. */
export const yearOptions = (year: number) => endless<YearPageDto>(yearKey(year));

/** The feed from one item on. @param startCursor the item's place, made by the server */
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

/** One item with who hearted it; asks again every 3 s while its clip is being prepared. */
export const detailOptions = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => fetchMediaDetail(id, signal),
    staleTime: 30_000,
    refetchOnMount: true,
    refetchInterval: ({ state }) => (state.data?.playable === "pending" ? preparingPollMs : false),
  });

export const trashOptions = () =>
  queryOptions<TrashItemDto[] | null>({ queryKey: trashKey, refetchOnMount: true });

export function updateMedia(id: string, change: UpdateMediaInput): Promise<MediaDetailDto> {
  return apiRequest("PATCH", `/api/media/${id}`, change);
}

/** Into the trash. Who asks is in the session; the body is that of specification 7.4. */
export async function deleteMedia(id: string): Promise<void> {
  const user = readStoredUser();
  await apiRequest("DELETE", `/api/media/${id}`, { userId: user?.id, sessionId: user?.sessionId });
}

export function restoreMedia(id: string): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/restore`);
}

/** From the trash, for good. */
export async function eraseMedia(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/media/trash/${id}`);
}

/** Tries the failed pictures of an item again. */
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
