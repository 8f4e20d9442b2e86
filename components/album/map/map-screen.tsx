"use client";

import { useQuery } from "@tanstack/react-query";
import { EyeOff } from "lucide-react";
import Link from "next/link";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import { PlaceList } from "@/components/album/map/place-list";
import type { StreetZooms } from "@/components/album/map/use-map-ground";
import { type MapControl, WorldMap } from "@/components/album/map/world-map";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { PageHeader } from "@/components/ui/page-header";
import { TextField } from "@/components/ui/text-field";
import { useDebounced } from "@/components/ui/use-debounced";
import { PhotoClusters } from "@/lib/album/map/client/clusters";
import {
  type Bounds,
  formatView,
  parseView,
  project,
  unproject,
  type View,
} from "@/lib/album/map/client/projection";
import {
  areaPhotosPath,
  foundPlacesOptions,
  mapPlacesOptions,
  pointsOptions,
} from "@/lib/album/map/client/queries";
import type { MapPlaceDto } from "@/lib/album/map/schema";
import type { ScreenWidth } from "@/lib/shared/screen-width";

const AreaPhotos = fetchedPart(async () => (await import("@/components/album/map/area-photos")).AreaPhotos);
const HidePlaces = fetchedPart(async () => (await import("@/components/album/map/hide-places")).HidePlaces);

const searchDebounceMs = 300;
/** Zoom that shows a town and its surroundings. */
const townZoom = 11;

export interface MapScreenProps {
  /** As in the page's address; null to fit all photos. */
  at: string | null;
  streets: StreetZooms | null;
  /** Whether the family shows places. */
  showsPlaces: boolean;
  isAdmin: boolean;
  /** Whether the form for hiding a place is open at first. */
  isHiding: boolean;
  screenGuess: ScreenWidth;
}

/** Reloading, and coming back from a photo, shows the same part of the map. */
function rememberView(view: View): void {
  const { pathname, search } = window.location;
  const parameters = new URLSearchParams(search);
  if (pathname !== "/map" || parameters.get("at") === formatView(view)) return;
  parameters.set("at", formatView(view));
  const address = `/map?${parameters.toString().replaceAll("%2C", ",")}`;
  window.history.replaceState(window.history.state, "", address);
}

/** The places where the family's photos were taken: on a map, and as a list. */
export function MapScreen({ showsPlaces, ...props }: MapScreenProps) {
  return showsPlaces ? <PlacedPhotos {...props} /> : <PlacesHidden isAdmin={props.isAdmin} />;
}

function PlacedPhotos({ at, streets, isAdmin, isHiding, screenGuess }: Omit<MapScreenProps, "showsPlaces">) {
  const { data: points } = useQuery(pointsOptions());
  const clusters = useMemo(() => points && new PhotoClusters(points), [points]);
  const control = useRef<MapControl>(null);
  const [start] = useState(() => parseView(at));
  const [view, setView] = useState<View | null>(start);
  const [area, setArea] = useState<Bounds | null>(null);
  const [choosesPlace, setChoosesPlace] = useState(isHiding && isAdmin);
  const [radiusM, setRadiusM] = useState<number | null>(null);
  const onMoved = (now: View) => {
    setView(now);
    rememberView(now);
  };
  const lookAt = useCallback(
    (place: NonNullable<MapPlaceDto["at"]>) => control.current?.goTo({ ...project(place), zoom: townZoom }),
    [],
  );
  if (clusters?.total === 0 && !choosesPlace) return <NoPlaces />;
  return (
    <>
      <PageHeader
        title="Map"
        lead="Where your family's photos were taken."
        action={
          isAdmin && (
            <Button
              variant="secondary"
              size="small"
              aria-expanded={choosesPlace}
              onClick={() => setChoosesPlace(!choosesPlace)}
            >
              <EyeOff aria-hidden="true" />
              Hide our home
            </Button>
          )
        }
      />
      {choosesPlace && (
        <HidePlaces
          middle={view && unproject(view)}
          readMiddle={() => control.current?.middle() ?? null}
          onRadius={setRadiusM}
          onMiddle={(point) => view && control.current?.goTo({ ...view, ...project(point) })}
          onClose={() => {
            setChoosesPlace(false);
            setRadiusM(null);
          }}
        />
      )}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="h-[62dvh] min-h-80">
          <WorldMap
            clusters={clusters ?? null}
            streets={streets}
            start={start}
            control={control}
            onMoved={onMoved}
            onOpen={setArea}
            circleM={choosesPlace ? radiusM : null}
          />
        </div>
        <Places onLookAt={lookAt} />
      </div>
      <p className="mt-2 text-step--1 text-ink-faint">
        Outlines: Natural Earth. Names: GeoNames.
        {streets && " Streets: © OpenStreetMap contributors, Protomaps."}
      </p>
      {area && (
        <AreaPhotos
          key={areaPhotosPath(area)}
          path={areaPhotosPath(area)}
          screenGuess={screenGuess}
          onClose={() => setArea(null)}
        />
      )}
    </>
  );
}

interface PlacesProps {
  onLookAt: (at: NonNullable<MapPlaceDto["at"]>) => void;
}

/** The map's accessible alternative, and its search. It isn't re-rendered whenever the map moves. */
const Places = memo(function Places({ onLookAt }: PlacesProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), searchDebounceMs);
  const { data: all } = useQuery(mapPlacesOptions());
  const { data: found, isError } = useQuery(foundPlacesOptions(q));
  const places = q === "" ? all : isError ? [] : found;
  return (
    <section aria-labelledby="places" className="flex min-h-0 flex-col gap-3 lg:h-[62dvh]">
      <h2 id="places" className="text-step-1">
        Places
      </h2>
      <TextField
        label="Find a place"
        type="search"
        value={typed}
        onValueChange={setTyped}
        placeholder="Lisbon"
        maxLength={100}
      />
      <div className="min-h-0 overflow-y-auto">
        <PlaceList places={places ?? null} onLookAt={onLookAt} />
        <p role="status" className="text-ink-soft">
          {q !== "" && found?.length === 0 ? `No place is called “${q}”.` : ""}
        </p>
      </div>
    </section>
  );
});

function PlacesHidden({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState
      level={1}
      title="Your family doesn't show places"
      action={
        isAdmin && (
          <Link href="/settings?tab=family" className={buttonClasses()}>
            Family settings
          </Link>
        )
      }
    >
      {isAdmin
        ? "Switch on “Show where photos were taken” to see them on a map."
        : "An admin of your family can switch that on."}
    </EmptyState>
  );
}

function NoPlaces() {
  return (
    <EmptyState
      level={1}
      title="No photos with a place yet"
      action={
        <Link href="/latest-uploads" className={buttonClasses()}>
          See the latest uploads
        </Link>
      }
    >
      Photos appear here if the phone or camera recorded where they were taken. Messaging apps usually remove
      that.
    </EmptyState>
  );
}
