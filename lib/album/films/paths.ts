import type { FilmSubject } from "@/lib/album/films/schema";

export const filmsPath = "/films";

const queryOf = ({ kind, memberId, year }: FilmSubject) =>
  new URLSearchParams({
    kind,
    ...(memberId === null ? {} : { memberId }),
    ...(year === null ? {} : { year: String(year) }),
  }).toString();

/** The page where a film is put together. */
export const newFilmPath = (film: FilmSubject) => `${filmsPath}/new?${queryOf(film)}`;
export const proposalPath = (film: FilmSubject) => `/api/films/proposal?${queryOf(film)}`;
