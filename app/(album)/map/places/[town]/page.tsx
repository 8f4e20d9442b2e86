import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PlaceScreen } from "@/components/album/map/place-screen";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { placePhotosPath } from "@/lib/album/map/client/queries";
import { placeParams } from "@/lib/album/map/schema";
import { findPlace, listPlacePhotos } from "@/lib/album/map/server/places-service";
import { gridPageSize } from "@/lib/album/media/client/queries";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

interface PlacePageProps {
  params: Promise<{ town: string }>;
}

export async function generateMetadata({ params }: PlacePageProps): Promise<Metadata> {
  const [actor, parsed] = [await requirePageActor(), placeParams.safeParse(await params)];
  const place = parsed.success && !actor.isChild ? await findPlace(actor, parsed.data.town) : null;
  return { title: place?.name ?? "Places" };
}

/** The family's photos of a town. */
export default async function PlacePage({ params }: PlacePageProps) {
  const actor = await requirePageActor();
  if (actor.isChild)
    return <GrownUpsOnly>Ask one of them to show you where your photos were taken.</GrownUpsOnly>;
  const parsed = placeParams.safeParse(await params);
  const place = parsed.success ? await findPlace(actor, parsed.data.town) : null;
  if (!place) notFound();
  const [page, screen] = await Promise.all([
    listPlacePhotos(actor, place.id, { limit: gridPageSize, stacks: "collapsed" }),
    guessScreen(),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[[placePhotosPath(place.id)], firstPage(page)]])}>
      <PlaceScreen place={place} screenGuess={screen} />
    </HydrationBoundary>
  );
}
