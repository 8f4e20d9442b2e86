import { z } from "zod";

// NUL can't be stored by PostgreSQL, and control characters have no place in a name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const controlCharacters = /[\u0000-\u001f\u007f]/;
// A lone surrogate is no character: PostgreSQL refuses it.
const isWellFormed = (text: string) => text.isWellFormed();

/** One line for people: trimmed, 1 to `max` characters, no control characters. */
export const lineSchema = (max: number, required: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? required : undefined) })
    .trim()
    .min(1, required)
    .max(max, `Must be at most ${max} characters`)
    .refine((text) => !controlCharacters.test(text), "Contains characters that can't be used")
    .refine(isWellFormed, "Contains characters that can't be used");

/** Free text of several lines, up to `max` characters; `required` is said where none came at all. */
export const textSchema = (max: number, required?: string) =>
  z
    .string({ error: (issue) => (issue.input == null ? required : undefined) })
    .max(max, `Must be at most ${max} characters`)
    .refine(
      (text) => !text.includes("\u0000") && isWellFormed(text),
      "Contains characters that can't be used",
    );
