import { z } from "zod";
import { maxBatchItems } from "@/lib/album/batch/limits";
import { hashtagSchema } from "@/lib/album/hashtags/schema";
import {
  checkYearPrecision,
  descriptionSchema,
  monthSchema,
  yearPrecisionSchema,
} from "@/lib/album/media/schema";
import { numberText } from "@/lib/shared/counted";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";
import { yearSchema } from "@/lib/shared/year-schema";

/** The most hashtags that one call can add to each item. */
export const maxAddedHashtags = 20;

const chooseSome = "Please choose at least one photo or video";

/** Ids are case-insensitive, and duplicates are dropped. A malformed id is treated like one that doesn't exist. */
export const batchIdsSchema = z
  .array(z.string().max(100), chooseSome)
  .min(1, chooseSome)
  .max(maxBatchItems, `At most ${numberText(maxBatchItems)} photos and videos at once`)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

export const batchItemsSchema = z.object({ mediaIds: batchIdsSchema });
/** Whether the items that a photo covers are changed with it. */
export const withStacksSchema = z.boolean("withStacks must be true or false").optional();
export const batchStacksSchema = batchItemsSchema.extend({ withStacks: withStacksSchema });
export const batchMoveSchema = batchStacksSchema
  .extend({ year: yearSchema, month: monthSchema, yearPrecision: yearPrecisionSchema.default("exact") })
  .superRefine(checkYearPrecision);
export const batchHeartSchema = batchItemsSchema.extend({
  hearted: z.boolean("hearted must be true or false"),
});

/** People that one call can tag. */
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
    /** Replaces every description. */
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

/** What a call about many items did, and what it left unchanged. */
export const batchAnswerSchema = z.object({
  changedIds: z.array(z.string()),
  refusals: z.array(refusalSchema),
});
export type BatchAnswerDto = z.infer<typeof batchAnswerSchema>;
