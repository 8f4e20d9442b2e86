import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { FilmEditor } from "@/components/album/films/film-editor";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { filmProposalKey } from "@/lib/album/films/client/queries";
import { filmsPath } from "@/lib/album/films/paths";
import { filmQuery } from "@/lib/album/films/schema";
import { proposeFilm } from "@/lib/album/films/server/proposal-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { AppError } from "@/lib/http/errors";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Make a film" };

/** Creates a film; `?kind`, `?memberId` and `?year` choose its subject. */
export default async function NewFilmPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const actor = await requirePageActor();
  if (actor.isChild) return <GrownUpsOnly>Ask one of them to make a film with you.</GrownUpsOnly>;
  const film = filmQuery.safeParse(await searchParams).data;
  if (!film) redirect(filmsPath);
  const proposal = await proposeFilm(actor, film).catch((error: unknown) => {
    // Someone who isn't in the family, or whose birthday is no longer known.
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!proposal) notFound();
  return (
    <HydrationBoundary state={hydratedQueries([[filmProposalKey(film), proposal]])}>
      <FilmEditor film={film} />
    </HydrationBoundary>
  );
}
