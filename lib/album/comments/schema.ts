import { z } from "zod";
import { commentPageSize, maxCommentLength } from "@/lib/shared/comment-limits";
import { limitSchema, offsetSchema, paginationSchema } from "@/lib/shared/pagination";
import { textSchema } from "@/lib/shared/text";

const required = "Please write something first";
// Spaces, joiners and direction marks alone leave nothing to read.
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}]/u;

/** Plain text: trimmed, with at most one empty line in a row. */
const commentTextSchema = z
  .string({ error: (issue) => (issue.input == null ? required : undefined) })
  .transform((text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  )
  .pipe(textSchema(maxCommentLength).refine((text) => visible.test(text), required));

export const writeCommentSchema = z.object({ text: commentTextSchema });

export const commentSchema = z.object({
  id: z.string(),
  mediaId: z.string(),
  /** Null for someone who wrote it elsewhere and has no account here. */
  userId: z.string().nullable(),
  username: z.string().nullable(),
  /** What the family calls the author, or the source of an import. */
  displayName: z.string(),
  text: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** Whether the person who asks may edit it. */
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
});
export type CommentDto = z.infer<typeof commentSchema>;

export const commentPageSchema = z.object({ items: z.array(commentSchema), pagination: paginationSchema });
export type CommentPageDto = z.infer<typeof commentPageSchema>;

export const commentQuerySchema = z.object({
  limit: limitSchema().default(commentPageSize),
  offset: offsetSchema().default(0),
});
export type CommentQuery = z.infer<typeof commentQuerySchema>;
