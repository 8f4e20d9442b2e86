import type { Ground } from "@/components/album/map/use-map-ground";
import { type Outlines, placeLabels, traceLines } from "@/lib/album/map/client/outlines";
import type { Size, View } from "@/lib/album/map/client/projection";
import type { paintStreets, StreetColors } from "@/lib/album/map/client/streets";

const labelPixels = 13;

interface Palette extends StreetColors {
  border: string;
  ink: string;
}

const light: Palette = {
  water: "#d5e4ea",
  land: "#fbf7f0",
  green: "#dfead3",
  building: "#ebe3d8",
  path: "#e2d8cb",
  minor: "#e6ddd0",
  major: "#e9cf9f",
  highway: "#e3a98c",
  rail: "#cfc4ba",
  border: "#cdbfb2",
  ink: "#5d464f",
};
const dark: Palette = {
  water: "#1c2830",
  land: "#332c2f",
  green: "#2c372c",
  building: "#423a3c",
  path: "#4a4144",
  minor: "#514749",
  major: "#71603f",
  highway: "#875645",
  rail: "#5b5053",
  border: "#5f5356",
  ink: "#d9ccc8",
};

/** The colours of the current theme. */
function readLook(canvas: HTMLCanvasElement) {
  const { colorScheme, fontFamily } = getComputedStyle(canvas);
  const palette = colorScheme.includes("dark") ? dark : light;
  return { palette, font: `500 ${labelPixels}px ${fontFamily}` };
}

/** Sizes the canvas in device pixels. @returns its context, and the device pixels per map pixel */
function prepare(canvas: HTMLCanvasElement, { width, height }: Size) {
  const context = canvas.getContext("2d");
  if (!context) return null;
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, ratio };
}

export interface GroundParts {
  outlines: Outlines | null;
  ground: Ground;
  /** Loaded with the first street. */
  paintStreets: typeof paintStreets | null;
}

/** Draws everything below the photos: sea, land, borders, streets and town names. */
export function paintGround(
  canvas: HTMLCanvasElement,
  view: View,
  size: Size,
  { outlines, ground, paintStreets: paint }: GroundParts,
): void {
  const prepared = prepare(canvas, size);
  if (!prepared) return;
  const { context, ratio } = prepared;
  const look = readLook(canvas);
  const { palette } = look;
  context.fillStyle = palette.water;
  context.fillRect(0, 0, size.width, size.height);
  if (outlines) {
    context.fillStyle = palette.land;
    context.beginPath();
    traceLines(context, outlines.land, view, size);
    context.fill("evenodd");
  }
  for (const { tile, drawing } of paint ? ground.streets : []) {
    paint?.({ context, colors: palette, zoom: view.zoom, ratio }, drawing, tile);
  }
  if (outlines) {
    context.strokeStyle = palette.border;
    context.lineWidth = 1;
    context.beginPath();
    traceLines(context, outlines.borders, view, size);
    context.stroke();
  }
  paintLabels(context, view, size, { ground, look });
}

function paintLabels(
  context: CanvasRenderingContext2D,
  view: View,
  size: Size,
  { ground, look: { palette, font } }: { ground: Ground; look: ReturnType<typeof readLook> },
): void {
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.strokeStyle = palette.land;
  context.lineWidth = 3;
  context.fillStyle = palette.ink;
  const measure = { widthOf: (name: string) => context.measureText(name).width, height: labelPixels };
  for (const { name, left, top } of placeLabels(ground.names, view, size, measure)) {
    context.strokeText(name, left, top);
    context.fillText(name, left, top);
  }
}
