import {
  type Position,
  project,
  type Size,
  toPixel,
  type View,
  worldPixels,
} from "@/lib/album/map/client/projection";
import type { OutlinesDto } from "@/lib/album/map/schema";

/** A line's points as alternating x and y, and their extent: lines out of view aren't drawn. */
interface Line {
  at: Float64Array;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Outlines {
  land: Line[];
  borders: Line[];
}

function unpackLine(packed: readonly number[], perDegree: number): Line {
  const at = new Float64Array(packed.length);
  const line = { at, left: 1, right: -1, top: 1, bottom: 0 };
  let [longitude, latitude] = [0, 0];
  for (let index = 0; index < packed.length; index += 2) {
    longitude += packed[index] ?? 0;
    latitude += packed[index + 1] ?? 0;
    const { x, y } = project({
      longitude: longitude / perDegree,
      latitude: latitude / perDegree,
    });
    at[index] = x;
    at[index + 1] = y;
    line.left = Math.min(line.left, x);
    line.right = Math.max(line.right, x);
    line.top = Math.min(line.top, y);
    line.bottom = Math.max(line.bottom, y);
  }
  return line;
}

export const unpackOutlines = ({ land, borders, perDegree }: OutlinesDto): Outlines => ({
  land: land.map((line) => unpackLine(line, perDegree)),
  borders: borders.map((line) => unpackLine(line, perDegree)),
});

/** The world and its copies left and right: a map shows parts of at most two, and some lines continue beyond 180°. */
const copies = [-1, 0, 1];

export type Pen = Pick<CanvasRenderingContext2D, "moveTo" | "lineTo">;

/** Points closer together than this, in pixels, are drawn as one. */
const leastStep = 0.8;

function trace(pen: Pen, { at }: Line, origin: Position, scale: number): void {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  const end = at.length - 2;
  for (let index = 0; index <= end; index += 2) {
    const x = origin.x + (at[index] ?? 0) * scale;
    const y = origin.y + (at[index + 1] ?? 0) * scale;
    if (index === 0) pen.moveTo(x, y);
    else if (index === end || Math.abs(x - lastX) + Math.abs(y - lastY) >= leastStep) pen.lineTo(x, y);
    else continue;
    [lastX, lastY] = [x, y];
  }
}

/** Traces the visible lines in every copy of the world. */
export function traceLines(pen: Pen, lines: readonly Line[], view: View, size: Size): void {
  const scale = worldPixels(view.zoom);
  const halfHeight = size.height / 2 / scale;
  const halfWidth = size.width / 2 / scale;
  for (const copy of copies) {
    const x = view.x - copy;
    const origin = { x: size.width / 2 - x * scale, y: size.height / 2 - view.y * scale };
    for (const line of lines) {
      const isSeen =
        line.right >= x - halfWidth &&
        line.left <= x + halfWidth &&
        line.bottom >= view.y - halfHeight &&
        line.top <= view.y + halfHeight;
      if (isSeen) trace(pen, line, origin, scale);
    }
  }
}

/** A town's name on the map. */
export interface Label {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
}
export interface PlacedLabel extends Label {
  left: number;
  top: number;
}

/** Names centred on their towns without overlapping, the largest towns first. */
export function placeLabels(
  labels: readonly Label[],
  view: View,
  size: Size,
  { widthOf, height }: { widthOf: (name: string) => number; height: number },
): PlacedLabel[] {
  const placed: (PlacedLabel & { half: number })[] = [];
  const margin = 10;
  const sorted = [...labels].sort((one, other) => other.population - one.population);
  for (const label of sorted) {
    const { x: left, y: top } = toPixel(project(label), view, size);
    const half = widthOf(label.name) / 2;
    const isInside =
      left >= half && left <= size.width - half && top >= height && top <= size.height - height;
    if (!isInside) continue;
    const isFree = placed.every(
      (other) =>
        Math.abs(left - other.left) > half + other.half + margin ||
        Math.abs(top - other.top) > height + margin,
    );
    if (isFree) placed.push({ ...label, left, top, half });
  }
  return placed;
}
