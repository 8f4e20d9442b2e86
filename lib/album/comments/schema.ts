import { z } from "zod";
import { commentPageSize, maxCommentLength } from "@/lib/shared/comment-limits";
import { limitSchema, offsetSchema, paginationSchema } from "@/lib/shared/pagination";
import { textSchema } from "@/lib/shared/text";
import { maxVoiceNoteBytes } from "@/lib/shared/voice-note-limits";

export const required = "Please write something first";
// Spaces, joiners and direction marks alone leave nothing to read.
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}]/u;

/** Plain text: trimmed, with at most one empty line in a row. */
const plainTextSchema = z
  .string({ error: (issue) => (issue.input == null ? required : undefined) })
  .transform((text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  );
const commentTextSchema = plainTextSchema.pipe(
  textSchema(maxCommentLength).refine((text) => visible.test(text), required),
);
/** A voice note's text can be left out. */
const transcriptSchema = plainTextSchema
  .transform((text) => (visible.test(text) ? text : ""))
  .pipe(textSchema(maxCommentLength));

export const writeCommentSchema = z.object({ text: commentTextSchema });
/** Empty only for a voice note. */
export const changeCommentSchema = z.object({ text: transcriptSchema });

/** Base64 takes four characters for three bytes; plus the rest of the request. */
export const maxVoiceNoteRequestBytes = Math.ceil(maxVoiceNoteBytes / 3) * 4 + 32 * 1024;

export const createVoiceNoteSchema = z.object({
  /** What the browser recorded, in base64: WebM or MP4 with sound and no picture. */
  recording: z.base64("Please send a recording in base64.").min(1, "There is nothing in this recording."),
  /** What was said, if known. */
  text: transcriptSchema.default(""),
});
export type CreateVoiceNoteInput = z.output<typeof createVoiceNoteSchema>;

/** The sound of a voice note. */
export const recordingSchema = z.object({
  /** AAC in MP4. */
  url: z.string(),
  durationMs: z.number().int(),
  /** Loudness from beginning to end, 0 to 100. */
  waveform: z.array(z.number().int()),
});
export type RecordingDto = z.infer<typeof recordingSchema>;

export const commentSchema = z.object({
  id: z.string(),
  mediaId: z.string(),
  /** Null for someone who wrote it elsewhere and has no account here. */
  userId: z.string().nullable(),
  username: z.string().nullable(),
  /** What the family calls the author, or the source of an import. */
  displayName: z.string(),
  /** For a voice note, what was said, or empty. */
  text: z.string(),
  /** null for written comments. */
  recording: recordingSchema.nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** Whether the person asking may edit it. */
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
