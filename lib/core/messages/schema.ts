import { z } from "zod";

/** A mail or SMS, queued or waiting. Its content is requested separately. */
export const outboxEntrySchema = z.object({
  id: z.string(),
  channel: z.enum(["mail", "sms"]),
  recipient: z.string(),
  /** For a mail. */
  subject: z.string().nullable(),
  /** `held`: nothing is set up to send it. */
  state: z.enum(["queued", "sent", "failed", "held"]),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type OutboxEntryDto = z.infer<typeof outboxEntrySchema>;

export const outboxSchema = z.object({
  isMailConfigured: z.boolean(),
  isSmsConfigured: z.boolean(),
  /** The latest 100, newest first. */
  items: z.array(outboxEntrySchema),
});
export type OutboxDto = z.infer<typeof outboxSchema>;

export const outboxMessageSchema = outboxEntrySchema.extend({
  /** Empty once sent. */
  text: z.string(),
});
export type OutboxMessageDto = z.infer<typeof outboxMessageSchema>;
