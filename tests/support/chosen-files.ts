import type { ChosenFile } from "@/lib/album/uploads/file-rules";

/** A file of the given size. Its time is fixed, so that choosing it again counts as the same choice. */
export function fileOf(name: string, type: string, bytes = 3): File {
  return new File([new Uint8Array(bytes).fill(7)], name, { type, lastModified: 1_700_000_000_000 });
}

export function photo(name: string, bytes?: number): ChosenFile {
  return { file: fileOf(name, "image/jpeg", bytes), mediaType: "image" };
}

export function clip(name: string, bytes?: number): ChosenFile {
  return { file: fileOf(name, "video/mp4", bytes), mediaType: "video" };
}

/** Long enough for chunks: eleven of them, the last one small. */
export const longClip = (name = "birthday.mp4") => clip(name, 10 * 1_048_576 + 5);
