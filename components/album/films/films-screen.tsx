"use client";

import { useQuery } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import Link from "next/link";
import { FilmCard } from "@/components/album/films/film-card";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { filmsOptions } from "@/lib/album/films/client/queries";
import { newFilmPath } from "@/lib/album/films/paths";
import type { FilmSubject } from "@/lib/album/films/schema";

export interface FilmChoice extends FilmSubject {
  /** "Mia, growing up", "Our 2025" */
  title: string;
  /** What the film is, or why now. */
  lead: string;
}

export interface FilmsScreenProps {
  /** The films that can be made, with those for the season first. */
  choices: readonly FilmChoice[];
}

/** The reader's films, and those that could be made. */
export function FilmsScreen({ choices }: FilmsScreenProps) {
  const { data, refetch } = useQuery(filmsOptions());
  const films = data ?? [];
  return (
    <>
      <PageHeader
        title="Films"
        lead="Your photos as a short film that you can keep, send or put into the album."
      />
      {films.length > 0 && (
        <ul aria-label="Your films" className="mb-9 grid gap-4 md:grid-cols-2">
          {films.map((film) => (
            <FilmCard key={film.id} film={film} onChange={refetch} />
          ))}
        </ul>
      )}
      {choices.length === 0 && films.length === 0 ? (
        <EmptyState
          title="No films yet"
          action={
            <Link href="/growing-up" className={buttonClasses()}>
              See who is growing up
            </Link>
          }
        >
          A film needs a year with photos, or someone with a birthday who is tagged in some photos.
        </EmptyState>
      ) : (
        choices.length > 0 && (
          <section aria-labelledby="new-film">
            <h2 id="new-film" className="mb-3.5">
              Make a film
            </h2>
            <ul className="grid gap-3 md:grid-cols-2">
              {choices.map(({ title, lead, ...film }) => (
                <li key={newFilmPath(film)} className="min-w-0">
                  <Link
                    href={newFilmPath(film)}
                    prefetch={false}
                    className="group/film flex min-h-20 items-center gap-4 rounded-3xl border border-line bg-card p-4 hover:bg-sunk"
                  >
                    <span className="grid size-12 flex-none place-items-center rounded-full bg-accent-soft text-accent-strong">
                      <Clapperboard aria-hidden="true" className="size-6" strokeWidth={1.8} />
                    </span>
                    <span className="min-w-0 wrap-anywhere">
                      <span className="block font-semibold group-hover/film:underline">{title}</span>
                      <span className="block text-step--1 text-ink-soft">{lead}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      )}
    </>
  );
}
