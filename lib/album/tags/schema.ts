import { z } from "zod";
import { faceBoxSchema } from "@/lib/album/media/crop";
import { feedQuerySchema } from "@/lib/album/media/schema";
import { familyMemberSchema } from "@/lib/family/families/schema";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";

/** Everyone tagged in the item. Anyone left out is untagged. */
export const setTagsSchema = z.object({
  memberIds: z
    .array(z.string().max(100), "Please choose who is in this photo")
    .max(maxTagsPerItem, `At most ${maxTagsPerItem} people can be tagged in one photo`),
});

/** The people in an item, in the order they were tagged. */
export const tagsSchema = z.array(familyMemberSchema);

/** `memberId`: whose pictures; the caller's own if omitted. */
export const taggedQuerySchema = feedQuerySchema.safeExtend({
  memberId: z.string().max(100).optional(),
});
export type TaggedQuery = z.infer<typeof taggedQuerySchema>;

const suggestedPersonSchema = z.object({
  memberId: z.string(),
  name: z.string(),
  faceId: z.string(),
  box: faceBoxSchema,
});
const unnamedFaceSchema = z.object({ groupId: z.string(), faceId: z.string(), box: faceBoxSchema });

/** Suggestions for one photo. Nothing is applied automatically. */
export const suggestionsSchema = z.object({
  /** Known people whose faces are in it but who are not tagged. */
  people: z.array(suggestedPersonSchema),
  /** Faces that nobody has named. */
  unnamed: z.array(unnamedFaceSchema),
  /** Hashtags that would fit but are missing, without their #. */
  labels: z.array(z.string()),
});
export type SuggestionsDto = z.infer<typeof suggestionsSchema>;
export type SuggestedPerson = z.infer<typeof suggestedPersonSchema>;
