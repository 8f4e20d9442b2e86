import { z } from "zod";
import { mediaItemSchema } from "@/lib/album/media/schema";

/** As many as a page of results, with room to spare. */
const maxRequested = 200;

export const similarSchema = z.object({
  /** The item and those similar to it, the one to keep first; empty if there are none. */
  items: z.array(mediaItemSchema),
  /** The one to keep: edited, larger, not dark, sharper. */
  bestId: z.string().nullable(),
  sharpestId: z.string().nullable(),
});
export type SimilarDto = z.infer<typeof similarSchema>;

export const similarCountsQuerySchema = z.object({
  ids: z
    .array(z.uuid("Each must be the id of an item"))
    .min(1, "At least one item")
    .max(maxRequested, `At most ${maxRequested} items at once`),
});
export type SimilarCountsQuery = z.infer<typeof similarCountsQuerySchema>;

export const similarCountsSchema = z.object({
  /** Only items that have similar ones. `count`: how many others. */
  similar: z.array(z.object({ id: z.string(), bestId: z.string(), count: z.number() })),
});
export type SimilarCountsDto = z.infer<typeof similarCountsSchema>;
