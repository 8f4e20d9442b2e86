import { z } from "zod";
import { holdsWebAddress } from "@/lib/shared/web-address";

/** The message for a name that would become a link in a mail. */
export const noWebAddress =
  "This can't contain a web address. If it isn't one, please leave a space after the dot.";

// NUL can't be stored by PostgreSQL, and control characters have no place in a name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const controlCharacters = /[\u0000-\u001f\u007f]/;
// A lone surrogate is not a character: PostgreSQL refuses it.
const isWellFormed = (text: string) => text.isWellFormed();

/** A single line of text: trimmed, 1 to `max` characters, no control characters. */
export const lineSchema = (max: number, required: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? required : undefined) })
    .trim()
    .min(1, required)
    .max(max, `Must be at most ${max} characters`)
    .refine((text) => !controlCharacters.test(text), "Contains characters that can't be used")
    .refine(isWellFormed, "Contains characters that can't be used");

/** Free multi-line text, up to `max` characters; `required` is the message when none was given. */
export const textSchema = (max: number, required?: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? required : undefined) })
    .max(max, `Must be at most ${max} characters`)
    .refine(
      (text) => !text.includes("\u0000") && isWellFormed(text),
      "Contains characters that can't be used",
    );

/** A name, or anything else in a mail's subject: one line that no mail program turns into a link. */
export const nameSchema = (max: number, required: string) =>
  lineSchema(max, required).refine((text) => !holdsWebAddress(text), noWebAddress);
