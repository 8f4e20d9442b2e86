import { z } from "zod";
import { getDecoder, type ImageInput } from "@/lib/platform/images/decoder";

const factsSchema = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  dpi: z.number().nullable(),
  hasMetadata: z.boolean(),
});
export type ImageFacts = z.infer<typeof factsSchema>;

/** A picture's upright size and its metadata; nothing is decoded for it. @throws ImageError */
export function describeImage(input: ImageInput): Promise<ImageFacts> {
  return getDecoder().decode(factsSchema, { job: "describe" }, input);
}
