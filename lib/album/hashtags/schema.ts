import { z } from "zod";
import { asHashtag } from "@/lib/shared/hashtags";
import { batchSize } from "@/lib/shared/sorter-batch-size";
import { recentHashtagsShown } from "@/lib/shared/upload-limits";

export { recentHashtagsShown };

/** Each with its #. */
export const recentHashtagsSchema = z.object({ hashtags: z.array(z.string()) });
export const existingHashtagSchema = z.object({ hashtag: z.string(), usageCount: z.number() });
export type ExistingHashtagDto = z.infer<typeof existingHashtagSchema>;

/** How many hashtags admins can feature: a list that a family still reads. */
export const maxFeaturedHashtags = 50;

export const featuredHashtagSchema = z.object({
  id: z.string(),
  /** With its #, as it was typed. */
  hashtag: z.string(),
});
export type FeaturedHashtagDto = z.infer<typeof featuredHashtagSchema>;

/** Specification 5: trimmed, non-empty; the # is added if it is missing. */
export const hashtagSchema = z
  .string({ error: (issue) => (issue.input == null ? "Please enter a hashtag." : undefined) })
  .trim()
  .min(1, "Please enter a hashtag.")
  .max(200, "A hashtag is one word of at most 50 letters, digits or underscores.")
  .refine(
    (typed) => asHashtag(typed) !== null,
    "A hashtag is one word of at most 50 letters, digits or underscores.",
  );
export const featureHashtagSchema = z.object({ hashtag: hashtagSchema });

/** One hashtag for several pictures. */
export const addHashtagSchema = featureHashtagSchema.extend({
  mediaIds: z
    .array(z.string().max(100), "Please choose the photos")
    .max(batchSize, `At most ${batchSize} photos at once`),
});
export const addedHashtagSchema = z.object({ changed: z.number() });
