import { isRefusedHeic, kindOf, limitBytes, mimeTypeOfName } from "@/lib/album/uploads/file-rules";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import type { Refusal, ReviewItem } from "@/lib/sorter/review-item";

/** A dropped or picked file. */
export interface DroppedFile {
  file: File;
  /** Including its folders. */
  path: string;
  handle?: FileSystemFileHandle;
}

export const isArchive = (name: string) => /\.zip$/i.test(name);
export const isSidecar = (name: string) => /\.json$/i.test(name);

/** By extension, because a file from an archive has no type. */
export const mimeTypeOf = (name: string) => mimeTypeOfName(name) ?? "application/octet-stream";

/** Why a file would be rejected before it is read. */
export function firstRefusal(
  file: File,
  bytes: number,
  limits: UploadLimits,
): { kind: ReviewItem["kind"]; refusal: Refusal | null } {
  const kind = kindOf(file);
  if (!kind) return { kind, refusal: "type" };
  if (isRefusedHeic(file, limits)) return { kind: null, refusal: "heic" };
  if (bytes === 0) return { kind, refusal: "empty" };
  return { kind, refusal: bytes > limitBytes(kind, limits) ? "size" : null };
}
