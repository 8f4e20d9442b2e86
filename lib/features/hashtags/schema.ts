import { z } from "zod";
import { recentHashtagsShown } from "@/lib/shared/upload-limits";

export { recentHashtagsShown };

/** Each with its #. */
export const recentHashtagsSchema = z.object({ hashtags: z.array(z.string()) });
export const existingHashtagSchema = z.object({ hashtag: z.string(), usageCount: z.number() });
export type ExistingHashtagDto = z.infer<typeof existingHashtagSchema>;
