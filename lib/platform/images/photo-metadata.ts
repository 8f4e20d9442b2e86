import { open } from "node:fs/promises";
import { z } from "zod";
import { parseWallClock } from "@/lib/platform/files/taken-at";
import { getDecoder } from "@/lib/platform/images/decoder";

export interface PhotoMetadata {
  /** The camera's wall clock, stored as UTC; null when unknown or implausible. */
  takenAt: Date | null;
}

/** EXIF is in a segment of at most 64 KiB near the start; colour profiles may precede it. */
const headBytes = 256 * 1024;
const answerSchema = z.object({ dates: z.array(z.string().max(100)).max(10) });

async function readHead(input: string | Buffer): Promise<Buffer> {
  if (typeof input !== "string") return input.subarray(0, headBytes);
  const file = await open(input);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Reads when a picture was taken, only from the head of the file, in a separate process like everything that reads
 * strangers' files. Never throws: what can't be read is null.
 * @param input path or bytes
 */
export async function readPhotoMetadata(input: string | Buffer): Promise<PhotoMetadata> {
  try {
    const { dates } = await getDecoder().decode(answerSchema, { job: "dates" }, await readHead(input));
    for (const date of dates) {
      const takenAt = parseWallClock(date);
      if (takenAt) return { takenAt };
    }
  } catch {
    // Broken metadata says nothing about the picture.
  }
  return { takenAt: null };
}
