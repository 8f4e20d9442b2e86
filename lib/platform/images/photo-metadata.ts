import { open } from "node:fs/promises";
import { z } from "zod";
import { free } from "@/lib/platform/files/blocks";
import { noFacts, type OriginalFacts, originalFactsSchema } from "@/lib/platform/files/original-facts";
import { sniffFileType } from "@/lib/platform/files/sniff";
import { parseWallClock } from "@/lib/platform/files/taken-at";
import { getDecoder } from "@/lib/platform/images/decoder";
import { ImageError } from "@/lib/platform/images/image-error";
import { fileTypes } from "@/lib/shared/file-types";

export interface PhotoMetadata {
  /** The camera's wall clock, stored as UTC; null when unknown or implausible. */
  takenAt: Date | null;
  /** Null when the picture could not be examined, through no fault of its own. */
  facts: OriginalFacts | null;
}

/** A JPEG's EXIF is in a segment of at most 64 KiB near the start; colour profiles may precede it. */
const headBytes = 256 * 1024;
/** Types whose EXIF may come last. */
const isAnywhere = new Set<string>([
  fileTypes.webp.mimeType,
  fileTypes.avif.mimeType,
  fileTypes.heic.mimeType,
  fileTypes.heif.mimeType,
  fileTypes.jxl.mimeType,
]);
const answerSchema = z.object({
  dates: z.array(z.string().max(100)).max(10),
  facts: originalFactsSchema,
});

async function readHead(input: string | Buffer): Promise<Buffer> {
  if (typeof input !== "string") return input.subarray(0, headBytes);
  const file = await open(input);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Reads when and with what a picture was taken, in a separate process like everything that reads strangers' files.
 * Never throws: what can't be read is null.
 * @param input path or bytes
 */
export async function readPhotoMetadata(input: string | Buffer): Promise<PhotoMetadata> {
  try {
    const head = await readHead(input);
    const isWhole = isAnywhere.has(sniffFileType(head)?.mimeType ?? "");
    const { dates, facts } = await getDecoder().decode(
      answerSchema,
      { job: "metadata", isWhole },
      isWhole ? input : head,
    );
    // Only on success: a write to a process that died may still be pending.
    if (typeof input === "string") free(new Uint8Array(head.buffer));
    const taken = dates.map(parseWallClock).filter((date) => date !== null);
    return { takenAt: taken[0] ?? null, facts };
  } catch (error) {
    // Broken metadata says nothing about the picture.
    return { takenAt: null, facts: error instanceof ImageError ? noFacts : null };
  }
}
