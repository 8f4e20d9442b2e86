import { Clapperboard } from "lucide-react";
import Link from "next/link";
import { newFilmPath } from "@/lib/album/films/paths";
import type { FilmSubject } from "@/lib/album/films/schema";

export interface FilmOffersProps {
  films: readonly (FilmSubject & { title: string; reason: string })[];
}

/** Films that could be made today. Rendered by the server. */
export function FilmOffers({ films }: FilmOffersProps) {
  return (
    <ul aria-label="Films to make" className="grid gap-3">
      {films.map(({ title, reason, ...film }) => (
        <li key={newFilmPath(film)}>
          <Link
            href={newFilmPath(film)}
            prefetch={false}
            className="group/film flex items-center gap-3.5 rounded-3xl bg-honey-soft px-4 py-3.5"
          >
            <Clapperboard aria-hidden="true" className="size-6 flex-none" strokeWidth={1.8} />
            <span className="min-w-0 wrap-anywhere">
              <strong className="block">{reason}</strong>
              <span className="group-hover/film:underline">Make a film of the year</span>
              <span className="sr-only">: {title}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
