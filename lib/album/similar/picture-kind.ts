import type { PictureMeasures } from "@/lib/album/similar/picture-measures";

/** Below this, a picture of `measuredSide` has no edge that any sharp picture would have. */
export const blurredUnder = 32;
const darkBrightness = 30;
const darkHighlight = 80;

export const isDark = ({ brightness, highlight }: PictureMeasures) =>
  brightness < darkBrightness && highlight < darkHighlight;

export const isBlurred = (measures: PictureMeasures) =>
  measures.sharpness < blurredUnder && !isDark(measures);

/** File names that phones and computers give their screenshots. */
const screenshotName =
  /screen[-_ ]?shot|screen[-_ ]?capture|screen[-_ ]?record|bildschirmfoto|capture[-_ ]d.?[ée]cran|captura[-_ ]de[-_ ]|schermata|schermafbeelding|skärmavbild|zrzut[-_ ]ekranu/i;
export const isScreenshotName = (name: string) => screenshotName.test(name);
const documentName = /\b(?:camscanner|scan(?:ned)?|document|receipt|invoice|rechnung|beleg)\b/i;
/** Screen widths of phones and tablets, upright. */
const screenWidths = new Set([
  640, 720, 750, 828, 886, 1080, 1125, 1170, 1179, 1206, 1242, 1284, 1290, 1320, 1440, 1536, 1620, 1640, 1668,
  2048,
]);

export interface PaperEvidence {
  name: string;
  mimeType: string;
  width: number;
  height: number;
  /** The file's metadata names a camera. */
  hasCamera: boolean;
  measures: PictureMeasures;
}

/**
 * A screenshot or a document: kept for its text, rarely for the album. Such pictures are set apart, not left out, so a
 * wrong guess costs one tap.
 */
export function paperKindOf(picture: PaperEvidence): "screenshot" | "document" | null {
  const { name, mimeType, width, height, hasCamera, measures } = picture;
  if (isScreenshotName(name)) return "screenshot";
  if (hasCamera && !documentName.test(name)) return isWritten(measures) ? "document" : null;
  const narrow = Math.min(width, height);
  const isScreenShaped = screenWidths.has(narrow) && Math.max(width, height) / narrow >= 1.7;
  if (mimeType === "image/png" && isScreenShaped) return "screenshot";
  return isWritten(measures) || (documentName.test(name) && measures.paper.white > 0.35) ? "document" : null;
}

/** Mostly white and grey, with strokes of ink and sharp edges: print rather than snow. */
function isWritten({ paper, sharpness }: PictureMeasures): boolean {
  return paper.white > 0.6 && paper.ink > 0.015 && paper.ink < 0.3 && paper.colour < 0.08 && sharpness > 250;
}
