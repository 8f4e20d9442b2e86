import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  MediaItemDto,
  MediaPageDto,
  TrashItemDto,
  WelcomeImageDto,
  YearCoverDto,
  YearPageDto,
} from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Items per page of an endless grid: a screen or two, so that scrolling rarely waits. */
export const gridPageSize = 60;

export const feedKey = ["/api/media"] as const;
export const allKey = ["/api/media/all"] as const;
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

export interface PageAddress {
  limit?: number;
  cursor?: string | null;
  before?: string;
  offset?: number;
}

/** The path of a feed's page as people see it: a stack is one item. */
export function pagePath(path: string, { limit, cursor, before, offset }: PageAddress): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit, cursor, before, offset })) {
    if (value) parameters.set(name, String(value));
  }
  parameters.set("stacks", "collapsed");
  return `${path}${path.includes("?") ? "&" : "?"}${parameters}`;
}

/** An endless feed, paged by cursor; its path is the key's first element. */
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

/** Everything by upload date. */
export const feedOptions = () => endless<MediaPageDto>(feedKey, gridPageSize);
/** Everything in the album's order. */
export const allOptions = () => endless<MediaPageDto>(allKey, gridPageSize);
export const favoritesOptions = () => endless<MediaPageDto>(favoritesKey, gridPageSize);
/** The photos of one group of faces. */
export const faceFeedKey = (groupId: string) => [`/api/people/${groupId}`] as const;
export const faceFeedOptions = (groupId: string) => endless<MediaPageDto>(faceFeedKey(groupId), gridPageSize);
/** A feed of the map, by API path. */
export const placedOptions = (path: string) => endless<MediaPageDto>([path], gridPageSize);
/** The items of one album. */
export const albumItemsKey = (id: string) => [`/api/albums/${id}/items`] as const;
export const albumItemsOptions = (id: string) => endless<MediaPageDto>(albumItemsKey(id), gridPageSize);
export const taggedOptions = (memberId?: string) => endless<MediaPageDto>(taggedKey(memberId), gridPageSize);
export const monthOptions = (year: number, month: number) =>
  endless<MediaPageDto>(monthKey(year, month), gridPageSize);
/** The server's page size for a year is 20 (specification 9.5). */
export const yearOptions = (year: number) => endless<YearPageDto>(yearKey(year));

/** Specification 9.2: latest media are fresh for 30 s, the years of home for 60 s. */
export const latestOptions = () =>
  queryOptions<MediaItemDto[] | null>({ queryKey: latestKey, staleTime: 30_000 });
export const yearCoversOptions = () =>
  queryOptions<YearCoverDto[] | null>({ queryKey: yearCoversKey, staleTime: 60_000 });

export const trashOptions = () =>
  queryOptions<TrashItemDto[] | null>({ queryKey: trashKey, refetchOnMount: true });

export const welcomeImageOptions = () =>
  queryOptions({
    queryKey: welcomeImageKey,
    queryFn: ({ signal }) => apiRequest<WelcomeImageDto>("GET", "/api/welcome-image", undefined, { signal }),
  });
