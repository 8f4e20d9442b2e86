import { queryOptions } from "@tanstack/react-query";
import { proposalPath } from "@/lib/album/films/paths";
import type { CreateFilmInput, FilmDto, FilmProposalDto, FilmSubject } from "@/lib/album/films/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";

/** How often to refetch while a film is being made. */
const refreshMs = 2_000;

export const filmsKey = ["/api/films"] as const;
export const filmsOptions = () =>
  queryOptions<FilmDto[] | null>({
    queryKey: filmsKey,
    refetchOnMount: true,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === "making") ? refreshMs : false,
  });

export const filmProposalKey = (film: FilmSubject) => [proposalPath(film)] as const;
export const filmProposalOptions = (film: FilmSubject) =>
  queryOptions<FilmProposalDto | null>({
    queryKey: filmProposalKey(film),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** @param key the same for every attempt to make the same film @throws ApiError */
export function createFilm(film: CreateFilmInput, key: string): Promise<FilmDto> {
  return apiRequest("POST", "/api/films", film, { headers: { "Idempotency-Key": key } });
}

/** @throws ApiError */
export async function deleteFilm(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/films/${id}`);
}

/** @throws ApiError */
export const shareFilm = (id: string): Promise<MediaItemDto> => apiRequest("POST", `/api/films/${id}/share`);
