import { AppError } from "@/lib/http/errors";

export const zipType = "application/zip";
export const gzipType = "application/gzip";

/** An archive's type by its first bytes; null for anything else. */
export function archiveTypeOf(head: Uint8Array): string | null {
  const starts = (...magic: number[]) => magic.every((byte, at) => head[at] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) return zipType;
  return starts(0x1f, 0x8b, 0x08) ? gzipType : null;
}

/** @throws AppError 415 for anything but a ZIP or a TGZ */
export function requireArchive(head: Uint8Array): string {
  const type = archiveTypeOf(head);
  if (type) return type;
  throw new AppError(
    "unsupported_type",
    415,
    "This isn't a ZIP or TGZ file. Please choose the archives as you downloaded them.",
    {
      field: "fileName",
    },
  );
}
