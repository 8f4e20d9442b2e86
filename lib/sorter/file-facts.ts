import type { Place, TakenDate } from "@/lib/album/media/taken-date";
import type { PictureMeasures } from "@/lib/album/similar/picture-measures";

export type PaperKind = "screenshot" | "document";

/** What was found out about a file, without its bytes. */
export interface FileFacts {
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: string;
  taken: TakenDate | null;
  /** Where it was taken. */
  place: Place | null;
  /** Pixels, upright; null if the browser can't show it. */
  width: number | null;
  height: number | null;
  measures: PictureMeasures | null;
  paper: PaperKind | null;
  /** A small JPEG for the review. */
  preview: Blob | null;
}
