import { z } from "zod";
import { maxNoticeMessageLength, maxNoticeTitleLength, noticeIncomplete } from "@/lib/shared/notice-preview";
import { lineSchema, textSchema } from "@/lib/shared/text";

/** The board holds the latest ones. */
export const maxNotices = 100;

export const noticeSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Plain text, possibly of several lines. */
  message: z.string(),
  /** Only admins see inactive notices. */
  isActive: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** null once the account is gone. */
  createdByUsername: z.string().nullable(),
  /** What the family calls them. */
  createdByName: z.string().nullable(),
  likeCount: z.number(),
  /** Whether the caller likes it. */
  isLiked: z.boolean(),
});
export type NoticeDto = z.infer<typeof noticeSchema>;

export const noticeLikesSchema = z.object({
  count: z.number(),
  /** In the order they liked it. */
  likes: z.array(
    z.object({ id: z.string(), userId: z.string(), username: z.string(), displayName: z.string() }),
  ),
  isLiked: z.boolean(),
});
export type NoticeLikesDto = z.infer<typeof noticeLikesSchema>;

export const createNoticeSchema = z.object({
  title: lineSchema(maxNoticeTitleLength, noticeIncomplete),
  message: textSchema(maxNoticeMessageLength, noticeIncomplete).trim().min(1, noticeIncomplete),
});
export type CreateNoticeInput = z.infer<typeof createNoticeSchema>;

/** What isn't given stays. */
export const updateNoticeSchema = createNoticeSchema
  .extend({ isActive: z.boolean() })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "There is nothing to change",
    path: ["title"],
  });
export type UpdateNoticeInput = z.infer<typeof updateNoticeSchema>;
