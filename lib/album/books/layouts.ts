import { type BookFormat, type BookKind, maxPagePhotos } from "@/lib/album/books/limits";
import type { Crop } from "@/lib/album/media/crop";
import { cropToRatio } from "@/lib/album/media/paper-region";
import type { PrintedBox as Box } from "@/lib/shared/printed-page";

/** The margin that printers require around a page, since paper shifts while it is cut. */
export const bleedMm = 3;
/** Between photos, and around them. */
const gapMm = 4;
const marginMm = 15;
/** Room above the photos for a heading, and below them for a caption. */
const headingMm = 17;
const captionMm = 16;

export const pageSizes: Record<BookFormat, readonly [width: number, height: number]> = {
  a4: [210, 297],
  square: [210, 210],
  landscape: [297, 210],
};
export const formatNames: Record<BookFormat, string> = {
  a4: "A4 portrait",
  square: "Square, 21 cm",
  landscape: "A4 landscape",
};
/** A calendar hangs from its short side. */
export const formatsOf = (kind: BookKind): readonly BookFormat[] =>
  kind === "book" ? ["square", "a4", "landscape"] : ["a4", "square"];

export const pageLayouts = [
  "whole",
  "full",
  "row",
  "column",
  "bigTop",
  "bigBottom",
  "bigLeft",
  "bigRight",
  "grid",
] as const;
export type PageLayout = (typeof pageLayouts)[number];
export const layoutNames: Record<PageLayout, string> = {
  whole: "Whole photo",
  full: "To the edges",
  row: "Side by side",
  column: "One above the other",
  bigTop: "Large on top",
  bigBottom: "Large below",
  bigLeft: "Large on the left",
  bigRight: "Large on the right",
  grid: "Grid",
};

/** Photos by index, side by side or one above the other. */
type Tree = number | { row: Tree[] } | { column: Tree[] };

const row = (...row: Tree[]): Tree => ({ row });
const column = (...column: Tree[]): Tree => ({ column });
const places = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const half = (count: number) => Math.floor(count / 2);

/** How `count` photos are arranged; null if the layout doesn't take that many. */
function treeOf(layout: PageLayout, count: number): Tree | null {
  const rest = places(1, count);
  if (layout === "whole" || layout === "full") return count === 1 ? 0 : null;
  if (count < 2) return null;
  if (layout === "row") return count <= 3 ? row(...places(0, count)) : null;
  if (layout === "column") return count <= 3 ? column(...places(0, count)) : null;
  if (layout === "grid") {
    if (count < 4) return null;
    return column(row(...places(0, half(count))), row(...places(half(count), count)));
  }
  if (count < 3 || count > 4) return null;
  if (layout === "bigTop") return column(0, row(...rest));
  if (layout === "bigLeft") return row(0, column(...rest));
  if (layout === "bigBottom") return column(row(...places(0, count - 1)), count - 1);
  return row(column(...places(0, count - 1)), count - 1);
}

/** The layouts that can show this many photos. */
export const layoutsFor = (count: number): PageLayout[] =>
  pageLayouts.filter((layout) => treeOf(layout, count) !== null);

/** Clamps panoramas and long screenshots to a shape that leaves room for others on the page. */
const clampRatio = (ratio: number) => Math.min(2.6, Math.max(0.45, ratio));

/** width = slope * height + offset: whole photos, with gaps of fixed size. */
interface Line {
  slope: number;
  offset: number;
}

function lineOf(tree: Tree, ratios: readonly number[]): Line {
  if (typeof tree === "number") return { slope: ratios[tree] ?? 1, offset: 0 };
  const isRow = "row" in tree;
  const lines = (isRow ? tree.row : tree.column).map((part) => lineOf(part, ratios));
  const gaps = gapMm * (lines.length - 1);
  if (isRow) {
    return {
      slope: lines.reduce((sum, { slope }) => sum + slope, 0),
      offset: lines.reduce((sum, { offset }) => sum + offset, gaps),
    };
  }
  const inverse = lines.reduce((sum, { slope }) => sum + 1 / slope, 0);
  const shift = lines.reduce((sum, { slope, offset }) => sum + offset / slope, 0);
  return { slope: 1 / inverse, offset: (shift - gaps) / inverse };
}

function place(tree: Tree, ratios: readonly number[], box: Box, into: Box[]): void {
  if (typeof tree === "number") {
    into[tree] = box;
    return;
  }
  const isRow = "row" in tree;
  let { left, top } = box;
  for (const part of isRow ? tree.row : tree.column) {
    const { slope, offset } = lineOf(part, ratios);
    const width = isRow ? slope * box.height + offset : box.width;
    const height = isRow ? box.height : (box.width - offset) / slope;
    place(part, ratios, { left, top, width, height }, into);
    if (isRow) left += width + gapMm;
    else top += height + gapMm;
  }
}

/** Arranges whole photos side by side and below each other, as large as possible, in the middle of an area. */
function arrange(tree: Tree, ratios: readonly number[], area: Box): Box[] | null {
  const { slope, offset } = lineOf(tree, ratios);
  const fits = slope * area.height + offset <= area.width;
  const width = fits ? slope * area.height + offset : area.width;
  const height = fits ? area.height : (area.width - offset) / slope;
  const boxes: Box[] = [];
  const left = area.left + (area.width - width) / 2;
  const top = area.top + (area.height - height) / 2;
  place(tree, ratios, { left, top, width, height }, boxes);
  // The gaps can leave no room for the photos.
  return boxes.every((box) => box.width > gapMm && box.height > gapMm) ? boxes : null;
}

/** Favours large photos, none of them tiny. */
function worthOf(boxes: readonly Box[]): number {
  const areas = boxes.map(({ width, height }) => width * height);
  return areas.reduce((sum, area) => sum + area, 0) + 1.5 * areas.length * Math.min(...areas);
}

export interface PageContent {
  /** null: what suits the photos best. */
  layout: PageLayout | null;
  heading: string;
  caption: string;
  /** Width divided by height of each photo. */
  ratios: readonly number[];
}

export interface PagePlan {
  /** null on a page without photos. */
  layout: PageLayout | null;
  photos: Box[];
  heading: Box | null;
  caption: Box | null;
}

/** Positions everything on an inside page. A photo to the edges extends into the bleed and leaves no room for text. */
export function planPage(format: BookFormat, page: PageContent): PagePlan {
  const { layout, heading, caption: text, ratios } = page;
  const [width, height] = pageSizes[format];
  const inner = width - 2 * marginMm;
  if (ratios.length === 0) {
    const middle = height * 0.42;
    return {
      layout: null,
      photos: [],
      heading: heading ? { left: marginMm, top: middle - headingMm, width: inner, height: headingMm } : null,
      caption: text
        ? { left: marginMm, top: middle + gapMm, width: inner, height: height - middle - marginMm - gapMm }
        : null,
    };
  }
  const top = marginMm + (heading ? headingMm : 0);
  const bottom = height - marginMm - (text ? captionMm : 0);
  const words = {
    heading: heading ? { left: marginMm, top: marginMm - 3, width: inner, height: headingMm } : null,
    caption: text ? { left: marginMm, top: bottom + gapMm, width: inner, height: captionMm } : null,
  };
  if (layout === "full" && ratios.length === 1) {
    const edge = { left: -bleedMm, width: width + 2 * bleedMm };
    const from = heading ? top + 2 : -bleedMm;
    const to = text ? bottom : height + bleedMm;
    return { layout, photos: [{ ...edge, top: from, height: to - from }], ...words };
  }
  const area = { left: marginMm, top, width: inner, height: bottom - top };
  const clamped = ratios.slice(0, maxPagePhotos).map(clampRatio);
  const arranged = layoutsFor(clamped.length)
    .filter((name) => name !== "full")
    .flatMap((name) => {
      const tree = treeOf(name, clamped.length);
      const photos = tree === null ? null : arrange(tree, clamped, area);
      return photos ? [{ layout: name, photos, worth: worthOf(photos) }] : [];
    });
  const best = arranged.find((one) => one.layout === layout) ?? arranged.sort((a, b) => b.worth - a.worth)[0];
  if (!best) return { layout: null, photos: [], ...words };
  const below = Math.max(...best.photos.map((photo) => photo.top + photo.height)) + gapMm;
  // A caption sits right below its photos, wherever they end.
  const caption = words.caption && { ...words.caption, top: below };
  return { layout: best.layout, photos: best.photos, heading: words.heading, caption };
}

/** Positions the photos and the days of a calendar's month. */
export function planMonth(
  format: BookFormat,
  ratios: readonly number[],
): {
  photos: Box[];
  title: Box;
  grid: Box;
} {
  const [width, height] = pageSizes[format];
  const middle = height * (format === "square" ? 0.5 : 0.53);
  const grid = {
    left: marginMm - 3,
    top: middle + headingMm,
    width: width - 2 * (marginMm - 3),
    height: height - middle - headingMm - marginMm + 4,
  };
  const title = { left: marginMm - 3, top: middle + 2, width: grid.width, height: headingMm - 3 };
  if (ratios.length === 1) {
    const photo = { left: -bleedMm, top: -bleedMm, width: width + 2 * bleedMm, height: middle + bleedMm };
    return { photos: [photo], title, grid };
  }
  const area = { left: marginMm - 3, top: marginMm, width: grid.width, height: middle - marginMm - 2 };
  const clamped = ratios.slice(0, maxPagePhotos).map(clampRatio);
  const arranged = layoutsFor(clamped.length).flatMap((name) => {
    const tree = treeOf(name, clamped.length);
    const photos = tree === null ? null : arrange(tree, clamped, area);
    return photos ? [{ photos, worth: worthOf(photos) }] : [];
  });
  return { photos: arranged.sort((a, b) => b.worth - a.worth)[0]?.photos ?? [], title, grid };
}

/** The front: a photo above the title. Its left edge meets the spine, so three sides bleed; a calendar has no spine. */
export function planCover(
  format: BookFormat,
  { hasPhoto, hasSpine }: { hasPhoto: boolean; hasSpine: boolean },
): { photo: Box | null; title: Box; subtitle: Box } {
  const [width, height] = pageSizes[format];
  const middle = hasPhoto ? height * (format === "landscape" ? 0.7 : 0.74) : height * 0.36;
  const from = hasSpine ? 0 : -bleedMm;
  const photo = { left: from, top: -bleedMm, width: width + bleedMm - from, height: middle + bleedMm };
  const words = { left: marginMm, width: width - 2 * marginMm };
  return {
    photo: hasPhoto ? photo : null,
    title: { ...words, top: middle + 8, height: 20 },
    subtitle: { ...words, top: middle + 30, height: 12 },
  };
}

/** A folded sheet has four pages; fewer than 20 can't be bound. */
const leastPages = 20;
const folded = 4;
/** Pages of a bound book, including the blank ones added at its end. */
export const boundPages = (pages: number): number => Math.max(leastPages, Math.ceil(pages / folded) * folded);

/** Paper of 170 g/m² between two boards of 2 mm. */
const sheetMm = 0.16;
const boardsMm = 4;
/** The spine width of a book with this many bound pages, in millimetres, to a tenth. */
export const spineMm = (pages: number): number => Math.round((boardsMm + (pages / 2) * sheetMm) * 10) / 10;
/** A narrower spine has no room for text. */
export const leastTitledSpineMm = 6;

const inchMm = 25.4;
export const printedDpi = 300;
/** Below this many dots per inch, missing detail becomes visible. */
export const leastDpi = 250;

/** Converting millimetres to inches isn't exact: 250 must not become 249. */
const rounding = 1e-6;

/** Dots per inch of a photo that is cropped to a box's shape. */
export function dpiOf(photo: { width: number; height: number }, box: Box): number {
  const dotsPerMm = Math.min(photo.width / box.width, photo.height / box.height);
  return Math.floor(dotsPerMm * inchMm + rounding);
}

/** Pixels of a box when printed; never more than the photo has. */
export function printedPixels(photo: { width: number; height: number }, box: Box): [number, number] {
  const dotsPerMm = Math.min(printedDpi / inchMm, photo.width / box.width, photo.height / box.height);
  const pixels = (mm: number) => Math.max(1, Math.round(mm * dotsPerMm));
  return [pixels(box.width), pixels(box.height)];
}

/**
 * The part of a photo that a box shows: of the box's shape, with the faces in it, or else the same as a print.
 * @param faces the box around all faces, as fractions of the photo
 */
export function cropFor(
  photo: { width: number; height: number },
  box: Pick<Box, "width" | "height">,
  faces: Crop | null,
): Crop {
  const crop = cropToRatio(photo.width, photo.height, box.width / box.height);
  if (!faces) return crop;
  const along = (start: number, length: number, from: number, size: number) => {
    // If all of them fit, the crop moves no further than needed. Otherwise it shows the middle of the group.
    const moved =
      size <= length ? Math.min(from, Math.max(start, from + size - length)) : from + size / 2 - length / 2;
    return Math.min(1 - length, Math.max(0, moved));
  };
  return {
    ...crop,
    x: along(crop.x, crop.width, faces.x, faces.width),
    y: along(crop.y, crop.height, faces.y, faces.height),
  };
}
