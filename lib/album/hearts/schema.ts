import { z } from "zod";

export const addHeartSchema = z.object({ mediaId: z.string().max(100) });
export const heartSchema = z.object({
  mediaId: z.string(),
  userId: z.string(),
  createdAt: z.string(),
  count: z.number(),
});
export type HeartDto = z.infer<typeof heartSchema>;
export const heartedMediaSchema = z.object({ mediaId: z.string(), createdAt: z.string() });
export type HeartedMediaDto = z.infer<typeof heartedMediaSchema>;
export const heartCountSchema = z.object({ count: z.number() });
