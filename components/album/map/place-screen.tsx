"use client";

import { ArrowLeft, MapPin } from "lucide-react";
import Link from "next/link";
import { describePlace } from "@/components/album/map/place-list";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { mapPathAt, placePhotosPath } from "@/lib/album/map/client/queries";
import type { MapPlaceDto } from "@/lib/album/map/schema";
import { counted } from "@/lib/shared/counted";
import type { ScreenWidth } from "@/lib/shared/screen-width";

const townZoom = 11;

/** The family's photos of a town. */
export function PlaceScreen({ place, screenGuess }: { place: MapPlaceDto; screenGuess: ScreenWidth }) {
  return (
    <>
      <Link
        href="/map"
        className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-ink-soft hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Map
      </Link>
      <PageHeader
        title={describePlace(place)}
        lead={`${counted(place.photoCount, "photo")}, latest first.`}
        action={
          place.at && (
            <Link
              href={mapPathAt(place.at, townZoom)}
              className={buttonClasses({ variant: "secondary", size: "small" })}
            >
              <MapPin aria-hidden="true" />
              On the map
            </Link>
          )
        }
      />
      <FeedGrid
        source={{ kind: "placed", path: placePhotosPath(place.id) }}
        screenGuess={screenGuess}
        empty={
          <EmptyState title="No photos from here" drawing="album">
            None of your family's photos was taken here, or the place is hidden.
          </EmptyState>
        }
      />
    </>
  );
}
