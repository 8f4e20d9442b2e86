import { z } from "zod";

/** Specification 9.5. */
export const recentHashtagsShown = 8;

/** Each with its #. */
export const recentHashtagsSchema = z.object({ hashtags: z.array(z.string()) });
export const existingHashtagSchema = z.object({ hashtag: z.string(), usageCount: z.number() });
export type ExistingHashtagDto = z.infer<typeof existingHashtagSchema>;
