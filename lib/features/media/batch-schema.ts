import { z } from "zod";
import { monthSchema, yearSchema } from "@/lib/features/media/schema";

/** Items that one call changes. */
export const maxBatchItems = 5_000;

const chooseSome = "Please choose at least one photo or video";

/** An id in any case names the same item, once. One that isn't well formed is like one that doesn't exist. */
export const batchIdsSchema = z
  .array(z.string().max(100), chooseSome)
  .min(1, chooseSome)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
  .refine(
    (ids) => ids.length <= maxBatchItems,
    `At most ${maxBatchItems.toLocaleString("en-GB")} photos and videos at once`,
  );

export const batchItemsSchema = z.object({ mediaIds: batchIdsSchema });
export const batchMoveSchema = batchItemsSchema.extend({ year: yearSchema, month: monthSchema });
export const batchHeartSchema = batchItemsSchema.extend({
  hearted: z.boolean("Please say whether they are favourites"),
});

export const refusalSchema = z.object({
  code: z.string(),
  /** A sentence for people: "3 of 41 belong to other people, who can delete them." */
  message: z.string(),
  count: z.number(),
});
export type RefusalDto = z.infer<typeof refusalSchema>;

/** What a call about many items did, and what it left as it was. */
export const batchAnswerSchema = z.object({
  changedIds: z.array(z.string()),
  refusals: z.array(refusalSchema),
});
export type BatchAnswerDto = z.infer<typeof batchAnswerSchema>;
