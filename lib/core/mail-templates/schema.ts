import { z } from "zod";
import { lineSchema, textSchema } from "@/lib/shared/text";

const maxParagraph = 1000;

export const templateTextSchema = z.object({
  subject: lineSchema(200, "Please enter a subject"),
  heading: lineSchema(200, "Please enter a heading"),
  paragraphs: z
    .array(
      textSchema(maxParagraph, "Please write something").trim().min(1, "Please write something"),
      "Please write something",
    )
    .min(1, "Please write something")
    .max(20, "At most 20 paragraphs"),
  /** The button's label; null if the mail has none. */
  button: lineSchema(80, "Please enter a label for the button").nullable(),
  /** Small print below the button; null for none. */
  footnote: textSchema(500).trim().min(1).nullable(),
});
export type TemplateText = z.infer<typeof templateTextSchema>;

export const mailTemplateSchema = z.object({
  name: z.string(),
  /** Whether a super admin has changed its text. */
  isEdited: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
  words: templateTextSchema,
  /** What may appear between {{ and }}. */
  variables: z.array(z.string()),
  hasButton: z.boolean(),
});
export type MailTemplateDto = z.infer<typeof mailTemplateSchema>;

export const templateParams = z.object({ name: z.string().max(100) });

export const renderedMailSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type RenderedMailDto = z.infer<typeof renderedMailSchema>;

/** Where a test mail was sent, and whether anything delivers it. */
export const testMailSchema = z.object({ recipient: z.string(), isMailConfigured: z.boolean() });
export type TestMailDto = z.infer<typeof testMailSchema>;
