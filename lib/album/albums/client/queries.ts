import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  AlbumDetailDto,
  AlbumDto,
  AlbumPageDto,
  CreateAlbumInput,
  UpdateAlbumInput,
} from "@/lib/album/albums/schema";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import type { MediaPageDto } from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";

/** How often an open album is fetched again, to show what others change meanwhile. */
const refreshMs = 30_000;
/** The most albums that a search shows above its photos. */
const foundAlbums = 4;

export const albumPath = (id: string) => `/albums/${id}`;
/** Opens the form for a new album. */
export const newAlbumPath = "/albums?new=1";

/** The latest uploads, to pick items for an album. */
export const choosingPath = (id: string) => `/latest-uploads?addTo=${encodeURIComponent(id)}`;

export const albumsKey = ["/api/albums"] as const;
export const albumKey = (id: string) => [`/api/albums/${id}`] as const;

const listPath = (parameters: Record<string, string>) =>
  `/api/albums?${new URLSearchParams(parameters).toString()}`;

/** The family's albums, latest additions first. */
export const albumsOptions = () =>
  infiniteQueryOptions({
    queryKey: albumsKey,
    queryFn: ({ pageParam, signal }) =>
      apiRequest<AlbumPageDto>(
        "GET",
        pageParam ? listPath({ cursor: pageParam }) : "/api/albums",
        undefined,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: AlbumPageDto) => nextCursor,
    staleTime: 30_000,
    refetchOnMount: true,
  });

/** An album; refetched while it is on screen. */
export const albumOptions = (id: string) =>
  queryOptions<AlbumDetailDto | null>({
    queryKey: albumKey(id),
    staleTime: 30_000,
    refetchOnMount: true,
    refetchInterval: refreshMs,
  });

/** Albums whose title or story contains these words. Fails silently, since nobody asked for them. */
export const foundAlbumsOptions = (q: string) =>
  queryOptions<AlbumPageDto | null>({
    queryKey: [listPath({ q, limit: String(foundAlbums) })],
    enabled: q !== "",
    retry: false,
  });

/** The albums that contain an item. */
export const albumsOfItemOptions = (mediaId: string) =>
  queryOptions<AlbumPageDto | null>({
    queryKey: [listPath({ mediaId, limit: "50" })],
    staleTime: 30_000,
    retry: false,
  });

/** Refreshes everything about albums and what their items show. */
export const refreshAlbums = (queryClient: QueryClient): Promise<void> => refreshMedia(queryClient);

/** @param key the same for every attempt, so that the server creates only one album */
export function createAlbum(
  album: Partial<CreateAlbumInput> & Pick<AlbumDto, "title">,
  key: string,
): Promise<AlbumDetailDto> {
  return apiRequest("POST", "/api/albums", album, { headers: { "Idempotency-Key": key } });
}

export function updateAlbum(id: string, change: UpdateAlbumInput): Promise<AlbumDetailDto> {
  return apiRequest("PATCH", `/api/albums/${id}`, change);
}

export async function deleteAlbum(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/albums/${id}`);
}

/** Moves items in front of another, or to the end. */
export async function arrangeAlbum(
  id: string,
  mediaIds: readonly string[],
  beforeId: string | null,
): Promise<void> {
  await apiRequest("PUT", `/api/albums/${id}/order`, { mediaIds, beforeId });
}

/** Every item of an album, in its order. */
export async function readAlbumItems(id: string, signal: AbortSignal): Promise<MediaPageDto["items"]> {
  const items: MediaPageDto["items"] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path: string = `/api/albums/${id}/items?limit=200${cursor && `&cursor=${cursor}`}`;
    const page: MediaPageDto = await apiRequest("GET", path, undefined, { signal });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
