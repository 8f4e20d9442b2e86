import { z } from "zod";
import { hashtagSchema } from "@/lib/album/hashtags/schema";
import { descriptionSchema, monthSchema, yearSchema } from "@/lib/album/media/schema";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";

/** Items that one call changes. */
export const maxBatchItems = 5_000;
/** Hashtags that one call adds to each. */
export const maxAddedHashtags = 20;

const chooseSome = "Please choose at least one photo or video";

/** An id in any case names the same item, once. One that isn't well formed is like one that doesn't exist. */
export const batchIdsSchema = z
  .array(z.string().max(100), chooseSome)
  .min(1, chooseSome)
  .max(maxBatchItems, `At most ${maxBatchItems.toLocaleString("en-GB")} photos and videos at once`)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

export const batchItemsSchema = z.object({ mediaIds: batchIdsSchema });
export const batchMoveSchema = batchItemsSchema.extend({ year: yearSchema, month: monthSchema });
export const batchHeartSchema = batchItemsSchema.extend({
  hearted: z.boolean("Please say whether they are favourites"),
});

/** People that one call tags. */
const personIds = z
  .array(z.string().max(100), "Please choose someone")
  .min(1, "Please choose someone")
  .max(maxTagsPerItem, `At most ${maxTagsPerItem} people can be tagged at once`);
export const batchTagSchema = batchItemsSchema.extend({
  /** People of the family, each by the id of their entry or of their account. */
  userIds: personIds,
});

export const batchDescribeSchema = batchItemsSchema
  .extend({
    /** Takes the place of every description. */
    description: descriptionSchema.optional(),
    addHashtags: z
      .array(hashtagSchema, "Please choose hashtags")
      .max(maxAddedHashtags, `At most ${maxAddedHashtags} hashtags at once`)
      .default([]),
  })
  .refine(({ description, addHashtags }) => description !== undefined || addHashtags.length > 0, {
    error: "Nothing to change",
    path: ["description"],
  });
export type BatchDescription = Pick<z.infer<typeof batchDescribeSchema>, "description" | "addHashtags">;

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
