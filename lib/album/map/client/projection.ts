import type { Point } from "@/lib/album/places/region";

/** A position on the square map of the whole world: 0 to 1, from the west and from the north (Web Mercator). */
export interface Position {
  x: number;
  y: number;
}

/** What a map shows: its centre, and how many times the world was doubled from the size of one tile. */
export interface View extends Position {
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const tilePixels = 256;
export const maxZoom = 18;
/** The map of the world ends at this latitude, north and south. */
const maxLatitude = 85.0511;

export const worldPixels = (zoom: number): number => tilePixels * 2 ** zoom;
const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));
const withinWorld = (x: number) => x - Math.floor(x);

export function project({ latitude, longitude }: Point): Position {
  const sine = Math.sin((between(-maxLatitude, latitude, maxLatitude) * Math.PI) / 180);
  return {
    x: (longitude + 180) / 360,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

export function unproject({ x, y }: Position): Point {
  return {
    longitude: x * 360 - 180,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  };
}

/** The lowest zoom: the world still fills the map, without white beside it. */
export const minZoom = ({ width, height }: Size): number =>
  Math.log2(Math.max(tilePixels, width, height) / tilePixels);

/** Keeps the view within the world. */
export function clampView({ x, y, zoom }: View, size: Size): View {
  const allowed = between(minZoom(size), zoom, maxZoom);
  const half = size.height / 2 / worldPixels(allowed);
  return { x: withinWorld(x), y: half >= 0.5 ? 0.5 : between(half, y, 1 - half), zoom: allowed };
}

/** A position in pixels from the map's top left corner, in the copy of the world nearest to the centre. */
export function toPixel({ x, y }: Position, view: View, { width, height }: Size): Position {
  const scale = worldPixels(view.zoom);
  const across = x - view.x;
  return {
    x: width / 2 + (across - Math.round(across)) * scale,
    y: height / 2 + (y - view.y) * scale,
  };
}

/** The position at a pixel of the map. */
export function toPosition(pixel: Position, view: View, { width, height }: Size): Position {
  const scale = worldPixels(view.zoom);
  return { x: view.x + (pixel.x - width / 2) / scale, y: view.y + (pixel.y - height / 2) / scale };
}

/** Zooms so that the position at `pixel` stays there. */
export function zoomAt(view: View, by: number, pixel: Position, size: Size): View {
  const fixed = toPosition(pixel, view, size);
  const zoom = between(minZoom(size), view.zoom + by, maxZoom);
  const scale = worldPixels(zoom);
  return clampView(
    {
      x: fixed.x - (pixel.x - size.width / 2) / scale,
      y: fixed.y - (pixel.y - size.height / 2) / scale,
      zoom,
    },
    size,
  );
}

export const moveBy = (view: View, right: number, down: number, size: Size): View =>
  clampView(
    { ...view, x: view.x + right / worldPixels(view.zoom), y: view.y + down / worldPixels(view.zoom) },
    size,
  );

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The area that is shown; west is greater than east where it crosses 180°. */
export function boundsOf(view: View, size: Size): Bounds {
  const first = unproject(toPosition({ x: 0, y: 0 }, view, size));
  const last = unproject(toPosition({ x: size.width, y: size.height }, view, size));
  const isWhole = last.longitude - first.longitude >= 360;
  const normal = (longitude: number) => withinWorld((longitude + 180) / 360) * 360 - 180;
  return {
    west: isWhole ? -180 : normal(first.longitude),
    east: isWhole ? 180 : normal(last.longitude),
    south: last.latitude,
    north: first.latitude,
  };
}

/** The view that shows all of an area, with room around it. */
export function viewOf({ west, south, east, north }: Bounds, size: Size, maxUsed = 15): View {
  const first = project({ latitude: north, longitude: west });
  const last = project({ latitude: south, longitude: east < west ? east + 360 : east });
  const room = 0.75;
  const fit = Math.min(
    (size.width * room) / Math.max(last.x - first.x, 1e-9),
    (size.height * room) / Math.max(last.y - first.y, 1e-9),
  );
  const zoom = Math.min(maxUsed, Math.log2(fit / tilePixels));
  return clampView({ x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, zoom }, size);
}

export interface Tile {
  z: number;
  x: number;
  y: number;
}
/** A tile and where to draw it. */
export interface ShownTile extends Tile {
  key: string;
  left: number;
  top: number;
  size: number;
}

/** The tiles at a zoom level that cover the view, nearest to the centre first. */
export function tilesOf(view: View, size: Size, z: number): ShownTile[] {
  const count = 2 ** z;
  const pixels = worldPixels(view.zoom) / count;
  const first = toPosition({ x: 0, y: 0 }, view, size);
  const last = toPosition({ x: size.width, y: size.height }, view, size);
  const tiles: ShownTile[] = [];
  for (let column = Math.floor(first.x * count); column < last.x * count; column++) {
    for (let y = Math.max(0, Math.floor(first.y * count)); y < Math.min(count, last.y * count); y++) {
      const x = ((column % count) + count) % count;
      const left = size.width / 2 + (column / count - view.x) * worldPixels(view.zoom);
      const top = size.height / 2 + (y / count - view.y) * worldPixels(view.zoom);
      tiles.push({ z, x, y, key: `${z}/${x}/${y}`, left, top, size: pixels });
    }
  }
  const fromMiddle = ({ left, top }: ShownTile) =>
    Math.hypot(left + pixels / 2 - size.width / 2, top + pixels / 2 - size.height / 2);
  return tiles.sort((one, other) => fromMiddle(one) - fromMiddle(other));
}

/** For the page's URL: latitude, longitude and zoom. */
export function formatView(view: View): string {
  const { latitude, longitude } = unproject(view);
  return `${latitude.toFixed(5)},${longitude.toFixed(5)},${view.zoom.toFixed(1)}`;
}

/** @returns null for anything that isn't a view */
export function parseView(text: string | null): View | null {
  const parts = text?.split(",") ?? [];
  const [latitude, longitude, zoom] = parts.map(Number);
  if (parts.length !== 3 || parts.some((part) => part.trim() === "")) return null;
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null;
  const isReal = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= maxZoom;
  return isReal ? { ...project({ latitude, longitude }), zoom } : null;
}
