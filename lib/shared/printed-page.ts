/** Millimetres from the top left corner of the page as it is cut. */
export interface PrintedBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Ink = "dark" | "quiet" | "accent" | "light" | "cream" | "line";
/** Red, green and blue, 0 to 255. */
export const inks: Record<Ink, readonly [number, number, number]> = {
  dark: [41, 23, 33],
  quiet: [107, 84, 97],
  accent: [199, 66, 87],
  light: [255, 255, 255],
  cream: [251, 246, 241],
  line: [224, 214, 209],
};

/** Text of at least this many points is set in the display face. */
export const displaySize = 14;
export const printedLineHeight = 1.3;

export type PageItem =
  | { kind: "photo"; photo: number; box: PrintedBox }
  | { kind: "fill"; ink: Ink; box: PrintedBox }
  | PageText;

export interface PageText {
  kind: "text";
  text: string;
  box: PrintedBox;
  /** Points; made smaller until the text fits, but not below half. */
  size: number;
  ink?: Ink;
  align?: "left" | "center" | "right";
  /** Vertical position in its box; by default, the top. */
  from?: "top" | "middle";
  /** Read from top to bottom, as on a spine. */
  isTurned?: boolean;
}

export interface PrintedPage {
  /** Millimetres, as it is cut. */
  width: number;
  height: number;
  items: PageItem[];
}

/** What is printed where; photos are numbers that the caller resolves. */
export interface PrintedDocument {
  title: string;
  bleedMm: number;
  pages: PrintedPage[];
  photoCount: number;
}
