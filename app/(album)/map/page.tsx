import type { Metadata } from "next";
import { MapScreen } from "@/components/album/map/map-screen";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { getStreetZooms } from "@/lib/album/map/server/street-tiles";
import { showsPlaces } from "@/lib/album/places/server/shown-places";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { guessScreen } from "@/lib/http/screen-guess";

export const metadata: Metadata = { title: "Map" };

interface MapPageProps {
  searchParams: Promise<{ at?: string | string[]; hide?: string | string[] }>;
}

/** `?at=latitude,longitude,zoom` shows that part of the map; `?hide` opens the form for hiding a place. */
export default async function MapPage({ searchParams }: MapPageProps) {
  const actor = await requirePageActor();
  if (actor.isChild)
    return <GrownUpsOnly>Ask one of them to show you where your photos were taken.</GrownUpsOnly>;
  const [{ at, hide }, isShown, streets, screen] = await Promise.all([
    searchParams,
    showsPlaces(actor),
    getStreetZooms(),
    guessScreen(),
  ]);
  return (
    <MapScreen
      at={typeof at === "string" ? at : null}
      streets={streets}
      showsPlaces={isShown}
      isAdmin={actor.isAdmin}
      isHiding={hide !== undefined}
      screenGuess={screen}
    />
  );
}
