import { z } from "zod";
import { lineSchema, textSchema } from "@/lib/shared/text";

export const campaignInputSchema = z
  .object({
    subject: lineSchema(200, "Please enter a subject"),
    heading: lineSchema(200, "Please enter a heading"),
    paragraphs: z
      .array(
        textSchema(2000, "Please write something").trim().min(1, "Please write something"),
        "Please write something",
      )
      .min(1, "Please write something")
      .max(30, "At most 30 paragraphs"),
    button: lineSchema(80, "Please enter a label for the button").nullable().default(null),
    buttonUrl: z
      .url({ protocol: /^https?$/, error: "Please enter an address that begins with https://" })
      .max(1000, "Must be at most 1000 characters")
      .nullable()
      .default(null),
  })
  .refine(({ button, buttonUrl }) => (button === null) === (buttonUrl === null), {
    path: ["buttonUrl"],
    error: "A button needs a label and an address",
  });
export type CampaignInput = z.infer<typeof campaignInputSchema>;

export const campaignSchema = z.object({
  id: z.string(),
  subject: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  button: z.string().nullable(),
  buttonUrl: z.string().nullable(),
  state: z.enum(["draft", "sending", "sent"]),
  /** How many people were subscribed to news when it was sent. */
  audience: z.number(),
  /** How many mails have been written so far. */
  written: z.number(),
  /** How many people have been processed: those without a mail unsubscribed meanwhile. */
  done: z.number(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type CampaignDto = z.infer<typeof campaignSchema>;

export const campaignsSchema = z.object({
  /** How many people are subscribed to news now. */
  audience: z.number(),
  isMailConfigured: z.boolean(),
  /** Newest first. */
  items: z.array(campaignSchema),
});
export type CampaignsDto = z.infer<typeof campaignsSchema>;
