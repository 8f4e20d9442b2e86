import { MapPin } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { placePath } from "@/lib/album/map/client/queries";
import type { MapPlaceDto } from "@/lib/album/map/schema";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import { counted } from "@/lib/shared/counted";

export interface PlaceListProps {
  /** null while they are loading. */
  places: readonly MapPlaceDto[] | null;
  onLookAt: (at: NonNullable<MapPlaceDto["at"]>) => void;
}

/** "Lisbon, Portugal" */
export const describePlace = ({ name, country }: Pick<MapPlaceDto, "name" | "country">): string =>
  country && country !== name ? `${name}, ${country}` : name;

/** More are rendered on request: the map comes first. */
const firstPlaces = 60;

/** Places with their photos, each with a button that shows it on the map. */
export function PlaceList({ places, onLookAt }: PlaceListProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (!places) return <Skeleton className="h-40" />;
  if (places.length === 0) return null;
  const shown = isWhole ? places : places.slice(0, firstPlaces);
  return (
    <>
      <ul aria-label="Places" className="grid gap-1">
        {shown.map((place) => (
          <li key={place.id} className="flex items-center gap-1">
            <PlaceLine place={place} />
            {place.at && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Show ${place.name} on the map`}
                onClick={() => place.at && onLookAt(place.at)}
              >
                <MapPin aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < places.length && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setIsWhole(true)}>
          Show all {places.length} places
        </Button>
      )}
    </>
  );
}

function PlaceLine({ place }: { place: MapPlaceDto }) {
  const { id, photoCount, cover } = place;
  const content = (
    <>
      <span className="grid size-12 flex-none place-items-center overflow-hidden rounded-xl bg-sunk text-ink-faint">
        {cover ? (
          <img
            src={thumbnailUrl(cover)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <MapPin aria-hidden="true" className="size-5" />
        )}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{describePlace(place)}</span>
        <span className="block text-step--1 text-ink-soft">
          {photoCount > 0 ? counted(photoCount, "photo") : "No photos"}
        </span>
      </span>
    </>
  );
  const look = "flex min-w-0 flex-1 items-center gap-3 rounded-xl p-1";
  if (photoCount === 0) return <div className={look}>{content}</div>;
  return (
    <Link href={placePath(id)} prefetch={false} className={`${look} hover:bg-sunk`}>
      {content}
    </Link>
  );
}
