"use client";

import { Minus, Plus, Scan } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { MapMarker } from "@/components/album/map/map-marker";
import { paintGround } from "@/components/album/map/paint-ground";
import { mapKeyHandler, useMapGestures } from "@/components/album/map/use-map-gestures";
import { type StreetZooms, useGround, useOutlines } from "@/components/album/map/use-map-ground";
import { type MapView, useMapView, useSize } from "@/components/album/map/use-map-view";
import { Button } from "@/components/ui/button";
import { useLatest } from "@/components/ui/use-latest";
import { isOneSpot, type Marker, type PhotoClusters } from "@/lib/album/map/client/clusters";
import {
  type Bounds,
  boundsOf,
  maxZoom,
  minZoom,
  type Size,
  toPixel,
  unproject,
  type View,
  viewOf,
  worldPixels,
  zoomAt,
} from "@/lib/album/map/client/projection";
import type { paintStreets } from "@/lib/album/map/client/streets";
import { metresPerDegree, type Point } from "@/lib/album/places/region";

export interface MapControl {
  /** Flies to an area, or to a point at a zoom. */
  goTo: (target: Bounds | View) => void;
  /** The current middle. */
  middle: () => Point;
}

export interface WorldMapProps {
  /** null while the photos are loading. */
  clusters: PhotoClusters | null;
  streets: StreetZooms | null;
  /** The initial view; null to fit all photos. */
  start: View | null;
  control: RefObject<MapControl | null>;
  onMoved: (view: View) => void;
  /** Opens the photos of a marker that can't be divided, or all that are in view. */
  onOpen: (area: Bounds) => void;
  /** A circle around the middle, for choosing a place. */
  circleM?: number | null;
  children?: ReactNode;
}

const wholeWorld: View = { x: 0.5, y: 0.42, zoom: 1 };
const keyHelp =
  "Use the arrow keys to move it, and plus and minus to zoom. The list of places has the same photos.";

function useStreetPainter(isNeeded: boolean) {
  const [paint, setPaint] = useState<{ paintStreets: typeof paintStreets } | null>(null);
  useEffect(() => {
    if (isNeeded && !paint) void import("@/lib/album/map/client/streets").then(setPaint, () => {});
  }, [isNeeded, paint]);
  return paint?.paintStreets ?? null;
}

/** Changes when the page's theme does. */
function useThemeCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const increase = () => setCount((known) => known + 1);
    const observer = new MutationObserver(increase);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const device = window.matchMedia("(prefers-color-scheme: dark)");
    device.addEventListener("change", increase);
    return () => {
      observer.disconnect();
      device.removeEventListener("change", increase);
    };
  }, []);
  return count;
}

/** Canvas with the ground: sea, land, streets, names. */
function MapGround({ view, size, streets }: { view: View; size: Size; streets: StreetZooms | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const outlines = useOutlines(view.zoom);
  const ground = useGround(view, size, streets);
  const painter = useStreetPainter(streets !== null);
  const theme = useThemeCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (canvas.current) paintGround(canvas.current, view, size, { outlines, ground, paintStreets: painter });
  }, [view, size, outlines, ground, painter, theme]);
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <canvas ref={canvas} className="size-full" />
    </div>
  );
}

/** The markers in view, the latest photos in front. */
function useMarkers(clusters: PhotoClusters | null, view: View, size: Size | null): Marker[] {
  return useMemo(
    () => (clusters && size ? clusters.markers(boundsOf(view, size), view.zoom) : []),
    [clusters, view, size],
  );
}

/**
 * Fits all photos in view once they are known, unless the page's address says otherwise.
 * @returns whether the initial view is set
 */
function useFirstView(
  { change }: MapView,
  size: Size | null,
  { start, clusters }: Pick<WorldMapProps, "start" | "clusters">,
): boolean {
  const [isPlaced, setPlaced] = useState(start !== null);
  // Before the map is first painted.
  useLayoutEffect(() => {
    if (isPlaced || !size || !clusters) return;
    setPlaced(true);
    const { area } = clusters;
    if (area) change(() => viewOf(area, size, 9));
  }, [isPlaced, change, size, clusters]);
  return isPlaced;
}

/** A world map of photos, moved by mouse, wheel, fingers, keys and buttons. */
export function WorldMap(props: WorldMapProps) {
  const { clusters, streets, start, control, onMoved, onOpen, circleM = null, children } = props;
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const map = useMapView(start ?? wholeWorld, size);
  const { view, fly } = map;
  useMapGestures(surface, map, size);
  const isPlaced = useFirstView(map, size, { start, clusters });
  // Photos aren't grouped for a view that changes immediately.
  const markers = useMarkers(isPlaced ? clusters : null, view, size);
  const moved = useLatest(onMoved);
  useEffect(() => {
    const timer = setTimeout(() => moved(view), 400);
    return () => clearTimeout(timer);
  }, [view, moved]);
  useEffect(() => {
    control.current = {
      goTo: (target) => size && fly("zoom" in target ? target : viewOf(target, size)),
      middle: () => unproject(view),
    };
  }, [control, fly, size, view]);

  /** Zooms in until the photos are apart; opens those that share one spot. */
  function openMarker({ area }: Marker) {
    if (!size) return;
    const nearer = viewOf(area, size, maxZoom);
    if (nearer.zoom > view.zoom && !isOneSpot(area)) fly(nearer);
    else onOpen(area);
  }
  return (
    <div
      ref={surface}
      role="application"
      aria-label="Map of your family's photos"
      aria-description={keyHelp}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
      tabIndex={0}
      onKeyDown={mapKeyHandler({ fly }, size)}
      className="relative h-full touch-none overflow-hidden rounded-3xl border border-line bg-sunk select-none"
    >
      {size && <MapGround view={view} size={size} streets={streets} />}
      {size &&
        markers.map((marker) => (
          <MapMarker key={marker.id} marker={marker} at={toPixel(marker, view, size)} onPress={openMarker} />
        ))}
      {size && circleM !== null && <ChoiceCircle view={view} radiusM={circleM} />}
      {size && <MapButtons view={view} size={size} fly={fly} clusters={clusters} />}
      {clusters && clusters.total > 0 && size && (
        <Button
          variant="secondary"
          size="small"
          className="absolute inset-x-3 bottom-3 mx-auto w-fit shadow-2"
          onClick={() => onOpen(boundsOf(view, size))}
        >
          Show these photos
        </Button>
      )}
      {children}
    </div>
  );
}

interface MapButtonsProps {
  view: View;
  size: Size;
  fly: MapView["fly"];
  clusters: PhotoClusters | null;
}

function MapButtons({ view, size, fly, clusters }: MapButtonsProps) {
  const middle = { x: size.width / 2, y: size.height / 2 };
  const all = clusters?.area;
  const look = { variant: "secondary", size: "icon" } as const;
  return (
    <div className="absolute top-3 right-3 grid gap-1.5">
      <Button
        {...look}
        aria-label="Zoom in"
        aria-disabled={view.zoom >= maxZoom}
        onClick={() => fly((now) => zoomAt(now, 1, middle, size))}
      >
        <Plus aria-hidden="true" />
      </Button>
      <Button
        {...look}
        aria-label="Zoom out"
        aria-disabled={view.zoom <= minZoom(size)}
        onClick={() => fly((now) => zoomAt(now, -1, middle, size))}
      >
        <Minus aria-hidden="true" />
      </Button>
      {all && (
        <Button {...look} aria-label="Show all photos on the map" onClick={() => fly(viewOf(all, size, 9))}>
          <Scan aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

/** Converts a distance at the middle of the map to pixels. */
function pixelsOf(radiusM: number, view: View): number {
  const { latitude } = unproject(view);
  const degrees = radiusM / metresPerDegree / Math.cos((latitude * Math.PI) / 180);
  return (degrees / 360) * worldPixels(view.zoom);
}

function ChoiceCircle({ view, radiusM }: { view: View; radiusM: number }) {
  const pixels = 2 * Math.max(4, pixelsOf(radiusM, view));
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 -translate-1/2 rounded-full border-3 border-accent-strong bg-accent/25"
      style={{ width: pixels, height: pixels }}
    />
  );
}
