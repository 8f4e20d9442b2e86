import type { Metadata } from "next";
import { FilmsScreen } from "@/components/album/films/films-screen";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { filmsKey } from "@/lib/album/films/client/queries";
import { listFilmChoices } from "@/lib/album/films/server/proposal-service";
import { listFilms } from "@/lib/album/films/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { visitorDay } from "@/lib/http/visitor-day";

export const metadata: Metadata = { title: "Films" };

/** The reader's films. */
export default async function FilmsPage() {
  const actor = await requirePageActor();
  if (actor.isChild) return <GrownUpsOnly>Ask one of them to make a film with you.</GrownUpsOnly>;
  const [films, choices] = await Promise.all([listFilms(actor), listFilmChoices(actor, await visitorDay())]);
  return (
    <HydrationBoundary state={hydratedQueries([[filmsKey, films]])}>
      <FilmsScreen choices={choices} />
    </HydrationBoundary>
  );
}
