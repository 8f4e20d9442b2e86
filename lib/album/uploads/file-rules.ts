import type { UploadLimits } from "@/lib/album/uploads/schema";
import { megabyteLabel } from "@/lib/shared/megabytes";
import { mebibyte } from "@/lib/shared/units";
import { chunkedUploadThresholdBytes } from "@/lib/shared/upload-limits";

export type FileFilter = "all" | "image" | "video";
export type FileKind = "image" | "video";

export interface ChosenFile {
  file: File;
  mediaType: FileKind;
}

export interface SortedFiles {
  accepted: ChosenFile[];
  unsupported: File[];
  /** iPhone photos among the unsupported ones. */
  heic: File[];
  tooLarge: ChosenFile[];
}

/** Specification 5: JPG, PNG, GIF; MP4, MOV, AVI. */
const mimeTypes = {
  image: ["image/jpeg", "image/png", "image/gif"],
  video: ["video/mp4", "video/quicktime", "video/x-msvideo"],
};
const oldMimeTypes = {
  image: ["image/jpg", "image/pjpeg"],
  video: ["video/avi", "video/msvideo"],
};
const extensions = { image: ["jpg", "jpeg", "png", "gif"], video: ["mp4", "mov", "avi"] };
const kinds = ["image", "video"] as const;

const extensionOf = (file: File) => /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";

/** By the type the browser reports, or by the name if it reports none; the server checks the bytes. */
export function kindOf(file: File): FileKind | null {
  const type = file.type.toLowerCase();
  const byType = kinds.find((kind) => [...mimeTypes[kind], ...oldMimeTypes[kind]].includes(type));
  if (byType) return byType;
  if (/^(image|video)\//.test(type)) return null;
  return kinds.find((kind) => extensions[kind].includes(extensionOf(file))) ?? null;
}

export function isHeic(file: File): boolean {
  return /^image\/hei[cf]/.test(file.type) || ["heic", "heif"].includes(extensionOf(file));
}

export const limitBytes = (kind: FileKind, limits: UploadLimits) =>
  kind === "image" ? limits.maxImageBytes : limits.maxVideoBytes;

/** "10MB" or "100MB", as the specification writes them. */
export const limitLabel = (kind: FileKind, limits: UploadLimits) => megabyteLabel(limitBytes(kind, limits));

/** Sorts chosen files: those that can be uploaded, those of a type the dialog doesn't take, those too large. */
export function sortFiles(files: readonly File[], filter: FileFilter, limits: UploadLimits): SortedFiles {
  const sorted: SortedFiles = { accepted: [], unsupported: [], heic: [], tooLarge: [] };
  for (const file of files) {
    const mediaType = kindOf(file);
    if (!mediaType || (filter !== "all" && filter !== mediaType)) {
      sorted.unsupported.push(file);
      if (isHeic(file)) sorted.heic.push(file);
    } else if (file.size > limitBytes(mediaType, limits)) {
      sorted.tooLarge.push({ file, mediaType });
    } else {
      sorted.accepted.push({ file, mediaType });
    }
  }
  return sorted;
}

/** For a file picker. Unless HEIC is listed, an iPhone converts its photos to JPEG. */
export function acceptAttribute(filter: FileFilter): string {
  return kinds
    .filter((kind) => filter === "all" || filter === kind)
    .flatMap((kind) => [...mimeTypes[kind], ...extensions[kind].map((extension) => `.${extension}`)])
    .join(",");
}

/** Whether two files are the same file chosen twice. */
export function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Specification 9.4: videos over 10MB are uploaded in chunks, everything else in one request. */
export function isChunked({ file, mediaType }: ChosenFile): boolean {
  return mediaType === "video" && file.size > chunkedUploadThresholdBytes;
}

/** "3.4 MB", "120 KB". */
export function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < mebibyte) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / mebibyte).toFixed(1)} MB`;
}
