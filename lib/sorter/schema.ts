import { z } from "zod";
import { batchSize } from "@/lib/shared/sorter-batch-size";

export const knownQuerySchema = z.object({
  sha256: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, "Each must be a SHA-256 in lowercase hexadecimal"))
    .min(1, "At least one file")
    .max(batchSize, `At most ${batchSize} files at once`),
});
export type KnownQuery = z.infer<typeof knownQuerySchema>;

export const knownMediaSchema = z.object({
  known: z.array(z.object({ sha256: z.string(), id: z.string(), year: z.number(), month: z.number() })),
});
export type KnownMediaDto = z.infer<typeof knownMediaSchema>;

export const placesQuerySchema = z.object({
  points: z
    .array(z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }))
    .min(1, "At least one point")
    .max(batchSize, `At most ${batchSize} points at once`),
});
export type PlacesQuery = z.infer<typeof placesQuerySchema>;

export const placesSchema = z.object({
  /** In the order of the points; null if no place is near. */
  places: z.array(z.string().nullable()),
});
export type PlacesDto = z.infer<typeof placesSchema>;
