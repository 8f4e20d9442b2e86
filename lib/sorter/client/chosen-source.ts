import { isHeic, kindOf, limitBytes } from "@/lib/album/uploads/file-rules";
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
/** Files that systems add next to others: nobody chose them. */
export const isSystemFile = (path: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** By extension, because a file from an archive has no type. */
const mimeTypes: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  mp4: "video/mp4",
  mov: "video/quicktime",
  avi: "video/x-msvideo",
  heic: "image/heic",
  heif: "image/heif",
};

export const mimeTypeOf = (name: string) =>
  mimeTypes[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";

/** Why a file would be rejected before it is read. */
export function firstRefusal(
  file: File,
  bytes: number,
  limits: UploadLimits,
): { kind: ReviewItem["kind"]; refusal: Refusal | null } {
  const kind = kindOf(file);
  if (!kind) return { kind, refusal: isHeic(file) ? "heic" : "type" };
  if (bytes === 0) return { kind, refusal: "empty" };
  return { kind, refusal: bytes > limitBytes(kind, limits) ? "size" : null };
}
