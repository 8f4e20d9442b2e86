import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { ShownTile } from "@/lib/album/map/client/projection";

/** The parts of Protomaps' basemap that are drawn, bottom to top. */
export const streetStyles = [
  "land",
  "green",
  "water",
  "building",
  "path",
  "minor",
  "major",
  "highway",
  "rail",
] as const;
export type StreetStyle = (typeof streetStyles)[number];

/** One path for everything of a style, in the tile's own units. */
export interface StreetTile {
  extent: number;
  paths: Partial<Record<StreetStyle, Path2D>>;
}

/** Line width at zoom 12, and its growth factor per zoom level; areas have none. */
const widths: Partial<Record<StreetStyle, readonly [number, number]>> = {
  path: [0.3, 1.35],
  minor: [0.6, 1.5],
  major: [1.4, 1.4],
  highway: [2, 1.4],
  rail: [0.8, 1.2],
};

const greenKinds = new Set([
  "park",
  "forest",
  "wood",
  "nature_reserve",
  "grass",
  "garden",
  "cemetery",
  "meadow",
]);
const roadStyles: Record<string, StreetStyle> = {
  highway: "highway",
  major_road: "major",
  medium_road: "major",
  minor_road: "minor",
  path: "path",
  other: "path",
  rail: "rail",
};

/** The style of a feature; null if it isn't drawn. */
export function streetStyleOf(layer: string, kind: unknown): StreetStyle | null {
  if (layer === "earth") return "land";
  if (layer === "water") return "water";
  if (layer === "buildings") return "building";
  if (layer === "landuse") return greenKinds.has(String(kind)) ? "green" : null;
  return layer === "roads" ? (roadStyles[String(kind)] ?? null) : null;
}

const polygon = 3;
const line = 2;

function addTo(path: Path2D, feature: VectorTileFeature): void {
  for (const points of feature.loadGeometry()) {
    for (const [index, { x, y }] of points.entries()) {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (feature.type === polygon) path.closePath();
  }
}

/** Whether a style is for areas, which are filled, rather than for lines. */
export const isArea = (style: StreetStyle): boolean => widths[style] === undefined;

/** @param bytes a vector tile; empty where there is nothing */
export function readStreetTile(bytes: ArrayBuffer): StreetTile {
  const tile: StreetTile = { extent: 4096, paths: {} };
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(bytes)));
  for (const [name, layer] of Object.entries(layers)) {
    tile.extent = layer.extent;
    for (let index = 0; index < layer.length; index++) {
      const feature = layer.feature(index);
      const style = streetStyleOf(name, feature.properties.kind);
      if (!style || feature.type !== (isArea(style) ? polygon : line)) continue;
      tile.paths[style] ??= new Path2D();
      addTo(tile.paths[style], feature);
    }
  }
  return tile;
}

export type StreetColors = Record<StreetStyle, string>;

export interface StreetPainter {
  context: CanvasRenderingContext2D;
  colors: StreetColors;
  zoom: number;
  /** Screen pixels per map pixel. */
  ratio: number;
}

/** Draws a tile in its place, clipped to its edges. */
export function paintStreets(
  { context, colors, zoom, ratio }: StreetPainter,
  { extent, paths }: StreetTile,
  { left, top, size }: ShownTile,
): void {
  const scale = size / extent;
  context.save();
  context.beginPath();
  // Half a pixel more, or the seams between tiles would show.
  context.rect(left, top, size + 0.5, size + 0.5);
  context.clip();
  context.setTransform(scale * ratio, 0, 0, scale * ratio, left * ratio, top * ratio);
  for (const style of streetStyles) {
    const path = paths[style];
    if (!path) continue;
    const width = widths[style];
    if (width) {
      context.strokeStyle = colors[style];
      context.lineWidth = Math.max(0.4, width[0] * width[1] ** (zoom - 12)) / scale;
      context.stroke(path);
    } else {
      context.fillStyle = colors[style];
      context.fill(path, "evenodd");
    }
  }
  context.restore();
}
