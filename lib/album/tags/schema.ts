import { z } from "zod";
import { feedQuerySchema } from "@/lib/album/media/schema";
import { familyMemberSchema } from "@/lib/family/families/schema";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";

/** Everybody on the item; who is not named here is not tagged any more. */
export const setTagsSchema = z.object({
  memberIds: z
    .array(z.string().max(100), "Please say who is in this photo")
    .max(maxTagsPerItem, `At most ${maxTagsPerItem} people can be tagged in one photo`),
});

/** The people on an item, in the order they were tagged. */
export const tagsSchema = z.array(familyMemberSchema);

/** `memberId`: whose pictures; the caller's own where it is left out. */
export const taggedQuerySchema = feedQuerySchema.safeExtend({
  memberId: z.string().max(100).optional(),
});
export type TaggedQuery = z.infer<typeof taggedQuerySchema>;
