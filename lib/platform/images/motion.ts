import { z } from "zod";
import { getDecoder } from "@/lib/platform/images/decoder";
import type { ByteRange } from "@/lib/platform/storage/storage-driver";

const offset = z.number().int().nonnegative();
const extentSchema = z.object({ extent: z.tuple([offset, offset]).nullable() });

/**
 * Where a Motion Photo's clip is in its file.
 * @returns null for any other picture
 * @throws ImageError
 */
export async function findMotionClip(path: string): Promise<ByteRange | null> {
  const { extent } = await getDecoder().decode(extentSchema, { job: "motion" }, path);
  return extent && { start: extent[0], end: extent[1] - 1 };
}
