import type { UploadLimits } from "@/lib/album/uploads/schema";
import { type FileType, fileTypes, isHeic } from "@/lib/shared/file-types";
import { megabyteLabel } from "@/lib/shared/megabytes";
import { gibibyte, mebibyte } from "@/lib/shared/units";
import { chunkedUploadThresholdBytes } from "@/lib/shared/upload-limits";

export type FileFilter = "all" | "image" | "video";
export type FileKind = "image" | "video";

/** Identifies a file that is chosen again. */
export type FileFacts = Pick<File, "name" | "size" | "lastModified">;

export interface ChosenFile {
  file: File;
  mediaType: FileKind;
}

export interface SortedFiles {
  accepted: ChosenFile[];
  unsupported: File[];
  /** The iPhone photos among them. */
  heic: File[];
  tooLarge: ChosenFile[];
}

const types: readonly FileType[] = Object.values(fileTypes);
const extensionsOf = ({ extension, otherExtensions = [] }: FileType) => [extension, ...otherExtensions];
const mimeTypesOf = ({ mimeType, otherMimeTypes = [] }: FileType) => [mimeType, ...otherMimeTypes];

function typeOfName(name: string): FileType | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return types.find((type) => extensionsOf(type).includes(extension)) ?? null;
}

/** The MIME type of a file with this name; null for types that albums don't accept. */
export const mimeTypeOfName = (name: string): string | null => typeOfName(name)?.mimeType ?? null;

/** By the type the browser reports, or by the name if it reports none; the server checks the bytes. */
function typeOf(file: File): FileType | null {
  const reported = file.type.toLowerCase();
  const byType = types.find((type) => mimeTypesOf(type).includes(reported));
  if (byType) return byType;
  // Some systems report raw photos as the format they are based on.
  if (/^(image|video)\//.test(reported) && reported !== "image/tiff") return null;
  return typeOfName(file.name);
}

/** Whether it is a photo or a video of a type that albums accept. */
export const kindOf = (file: File): FileKind | null => typeOf(file)?.mediaType ?? null;

/** A photo in the HEIC format that this album's server doesn't decode. */
export function isRefusedHeic(file: File, limits: UploadLimits): boolean {
  const type = typeOf(file);
  return !limits.takesHeic && type !== null && isHeic(type);
}

/** The names of the types that can be uploaded: "JPG", "PNG" and so on. */
export function typeLabels(kind: FileKind, limits: UploadLimits): string[] {
  return types
    .filter((type) => type.mediaType === kind && (limits.takesHeic || !isHeic(type)))
    .flatMap(({ label }) => label ?? []);
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
    const isHeicRefused = isRefusedHeic(file, limits);
    if (!mediaType || isHeicRefused || (filter !== "all" && filter !== mediaType)) {
      sorted.unsupported.push(file);
      if (isHeicRefused) sorted.heic.push(file);
    } else if (file.size > limitBytes(mediaType, limits)) {
      sorted.tooLarge.push({ file, mediaType });
    } else {
      sorted.accepted.push({ file, mediaType });
    }
  }
  return sorted;
}

/** For a file picker. If HEIC isn't listed, an iPhone converts its photos to JPEG. */
export function acceptAttribute(filter: FileFilter, limits: UploadLimits): string {
  return types
    .filter((type) => filter === "all" || type.mediaType === filter)
    .filter((type) => limits.takesHeic || !isHeic(type))
    .flatMap((type) => [type.mimeType, ...extensionsOf(type).map((extension) => `.${extension}`)])
    .join(",");
}

/** Whether two files are the same file chosen twice. */
export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Specification 9.4: files over 10MB are uploaded in chunks, everything else in one request. */
export const isChunked = ({ file }: { file: File }): boolean => file.size > chunkedUploadThresholdBytes;

/** "3.4 MB", "120 KB", "4.2 GB". */
export function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < mebibyte) return `${Math.round(bytes / 1024)} KB`;
  return bytes < gibibyte ? `${(bytes / mebibyte).toFixed(1)} MB` : `${(bytes / gibibyte).toFixed(1)} GB`;
}
