import { z } from "zod";
import { heightsCm, maxFirstLength, maxWordsLength, noteKinds } from "@/lib/album/growing-up/limits";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { isCalendarDay } from "@/lib/album/memories/days";
import { lineSchema, textSchema } from "@/lib/shared/text";

export const growingNoteSchema = z.object({
  id: z.string(),
  memberId: z.string(),
  /** The person it is about. */
  displayName: z.string(),
  kind: z.enum(noteKinds),
  /** YYYY-MM-DD */
  day: z.string(),
  /** How old they were: "3 years 2 months"; null if their birthday isn't known or is after the day. */
  age: z.string().nullable(),
  /** Empty for a height. */
  text: z.string(),
  heightCm: z.number().nullable(),
  /** The photo that shows it; null also while it is in the trash. */
  item: mediaItemSchema.nullable(),
  /** Who noted it; null once their account is gone. */
  by: z.string().nullable(),
  /** Whether the reader may change or delete it. */
  canEdit: z.boolean(),
});
export type GrowingNoteDto = z.infer<typeof growingNoteSchema>;

const agedItemSchema = mediaItemSchema.extend({
  /** How old they are in it. */
  age: z.string(),
});
export type AgedItemDto = z.infer<typeof agedItemSchema>;

const growingPeriodSchema = z.object({
  /** A month of the first two years, or a year after that. */
  unit: z.enum(["month", "year"]),
  /** How many such units came before it. */
  age: z.number(),
  /** Its first day, YYYY-MM-DD. */
  from: z.string(),
  /** How many photos and videos it has. */
  total: z.number(),
  /** The best of them, in the order they were taken. */
  items: z.array(agedItemSchema),
  /** The id of the very best. */
  best: z.string().nullable(),
});
export type GrowingPeriodDto = z.infer<typeof growingPeriodSchema>;

export const growingUpSchema = z.object({
  person: z.object({
    id: z.string(),
    displayName: z.string(),
    /** YYYY-MM-DD; without it, their age in a photo isn't known. */
    birthDate: z.string().nullable(),
  }),
  /** Latest first; only those with a photo. */
  periods: z.array(growingPeriodSchema),
  /** Earliest first. */
  notes: z.array(growingNoteSchema),
  /** People to put side by side with them: everyone else with a birthday who is in a photo. */
  others: z.array(z.object({ id: z.string(), displayName: z.string() })),
  /** Whether the reader may add notes. */
  canWrite: z.boolean(),
});
export type GrowingUpDto = z.infer<typeof growingUpSchema>;

export const growingPeopleSchema = z.array(
  z.object({
    id: z.string(),
    displayName: z.string(),
    birthDate: z.string(),
    /** A good photo of them. */
    cover: mediaItemSchema.nullable(),
  }),
);
export type GrowingPeopleDto = z.infer<typeof growingPeopleSchema>;

/** The people in a photo, and its notes. */
export const itemAgesSchema = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      /** null before they were born, and if the photo's date isn't known. */
      age: z.string().nullable(),
    }),
  ),
  /** When it was taken, YYYY-MM-DD; null if that isn't known to the day. */
  day: z.string().nullable(),
  notes: z.array(growingNoteSchema),
  canWrite: z.boolean(),
});
export type ItemAgesDto = z.infer<typeof itemAgesSchema>;

/** Any text: the service refuses children first, and then answers 404 for a malformed id. */
export const noteParams = z.object({ id: z.string().max(100) });

const day = z
  .string("Please choose a date")
  .refine(isCalendarDay, "Please choose a date, as YYYY-MM-DD")
  .refine((text) => text >= "1850-01-01", "Please choose a later date")
  // It may already be tomorrow where the reader is.
  .refine((text) => Date.parse(text) < Date.now() + 86_400_000, "This day is still to come");
const firstText = lineSchema(maxFirstLength, "Please say what it was, in up to 80 letters");
const wordsText = textSchema(maxWordsLength, "Please write something, up to 500 letters")
  .trim()
  .min(1, "Please write something, up to 500 letters");
const heightText = `Please enter a height between ${heightsCm.least} and ${heightsCm.most} cm`;
const heightCm = z
  .number(heightText)
  .min(heightsCm.least, heightText)
  .max(heightsCm.most, heightText)
  .transform((cm) => Math.round(cm * 10) / 10);
/** A malformed id is not found, like one that doesn't exist (api.md, Ids). */
const mediaId = z.string().max(100).nullable();

export const createNoteSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("first"), day, text: firstText, mediaId: mediaId.default(null) }),
    z.object({ kind: z.literal("height"), day, heightCm }),
    z.object({ kind: z.literal("words"), day, text: wordsText, mediaId: mediaId.default(null) }),
  ],
  "Please choose what to note: first, height or words",
);
export type CreateNoteInput = z.infer<typeof createNoteSchema>;

/** Omitted fields stay as they are; the kind always does. */
export const updateNoteSchema = z
  .object({ day: day.optional(), text: wordsText.optional(), heightCm: heightCm.optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: "Please say what to change",
    path: ["day"],
  });
export type UpdateNoteInput = z.infer<typeof updateNoteSchema>;
