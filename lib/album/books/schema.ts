import { z } from "zod";
import { formatsOf, pageLayouts } from "@/lib/album/books/layouts";
import {
  bookFormats,
  bookKinds,
  maxBookPages,
  maxBookTitle,
  maxChosenPhotos,
  maxPageCaption,
  maxPageHeading,
  maxPagePhotos,
} from "@/lib/album/books/limits";
import { cropSchema } from "@/lib/album/media/crop";
import { mediaItemSchema, monthSchema } from "@/lib/album/media/schema";
import { lineSchema, textSchema } from "@/lib/shared/text";

const idSchema = z.string().max(100).toLowerCase();
const photoIdsSchema = z.array(idSchema, "Please choose photos");

const pageFields = {
  /** null: what suits its photos best. */
  layout: z.enum(pageLayouts, "Please choose one of the layouts").nullable(),
  /** Photos in the album, in the order of the layout's places. */
  mediaIds: photoIdsSchema.max(maxPagePhotos, `At most ${maxPagePhotos} photos on a page`),
  heading: textSchema(maxPageHeading).trim(),
  caption: textSchema(maxPageCaption).trim(),
};
/** A page as it is stored and sent. */
export const bookPageSchema = z.object(pageFields);
export type BookPage = z.infer<typeof bookPageSchema>;

const formatSchema = z.enum(bookFormats, "Please choose one of the formats");

/** What to make it from: exactly one of these. */
const sourceSchema = z
  .object({
    year: z
      .int("Please choose a year")
      .min(1800, "Please choose a year")
      .max(2200, "Please choose a year")
      .optional(),
    /** Only with a year. */
    month: monthSchema.optional(),
    albumId: idSchema.optional(),
    /** Someone in the family, tagged or recognised. */
    memberId: idSchema.optional(),
    mediaIds: photoIdsSchema
      .min(1, "Please choose at least one photo")
      .max(maxChosenPhotos, `At most ${maxChosenPhotos} photos`)
      .optional(),
  })
  .refine(
    ({ month: _, ...others }) => Object.values(others).filter((value) => value !== undefined).length === 1,
    { error: "Please choose a year, an album, a person or photos", path: ["year"] },
  )
  .refine(({ year, month }) => month === undefined || year !== undefined, {
    error: "A month needs its year",
    path: ["month"],
  });
export type BookSource = z.infer<typeof sourceSchema>;

export const createBookSchema = z
  .object({
    kind: z.enum(bookKinds, "Please choose a book or a calendar"),
    format: formatSchema,
    source: sourceSchema,
  })
  .refine(({ kind, format }) => formatsOf(kind).includes(format), {
    error: "A calendar is A4 or square",
    path: ["format"],
  })
  .refine(({ kind, source }) => kind === "book" || (source.year !== undefined && !source.month), {
    error: "A calendar is for a year",
    path: ["source", "year"],
  });
export type CreateBookInput = z.infer<typeof createBookSchema>;

export const updateBookSchema = z
  .object({
    /** The version that the person saw. */
    version: z.int().min(1).max(2_147_483_647),
    title: lineSchema(maxBookTitle, "Please give it a title"),
    subtitle: textSchema(maxBookTitle).trim(),
    format: formatSchema,
    coverId: idSchema.nullable(),
    /** Replaces all pages; a calendar has twelve. */
    pages: z.array(bookPageSchema).max(maxBookPages, `At most ${maxBookPages} pages`),
    /** Whether everyone in the family sees it. Only its maker can change that. */
    isShared: z.boolean("Please choose on or off"),
  })
  .partial()
  .required({ version: true })
  .refine(({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: "There is nothing to change",
    path: ["title"],
  });
export type UpdateBookInput = z.infer<typeof updateBookSchema>;

const fileSchema = z.object({
  state: z.enum(["none", "making", "ready", "outdated", "failed"]),
  /** 0 to 100. */
  progress: z.number(),
  bytes: z.number().nullable(),
  /** Where to download it; null while it can't be. */
  url: z.string().nullable(),
  /** Photos that could not be read and are missing from it. */
  problems: z.number(),
  madeAt: z.string().nullable(),
});

const summaryFields = {
  id: z.string(),
  kind: z.enum(bookKinds),
  format: formatSchema,
  year: z.number().nullable(),
  title: z.string(),
  subtitle: z.string(),
  /** The photo on its cover: the chosen one, or else its first; null without photos. */
  cover: mediaItemSchema.nullable(),
  /** The pages that the person filled; blank ones added for binding are not counted. */
  pageCount: z.number(),
  /** null once the account has left. */
  makerName: z.string().nullable(),
  isMine: z.boolean(),
  isShared: z.boolean(),
  mayEdit: z.boolean(),
  changedAt: z.string(),
};
export const bookSummarySchema = z.object(summaryFields);
export type BookSummaryDto = z.infer<typeof bookSummarySchema>;

/** A book that suits the day: the year is ending, or a birthday is coming up. */
export const bookIdeaSchema = z.object({
  kind: z.enum(bookKinds),
  /** "The year in photos". */
  title: z.string(),
  text: z.string(),
  source: z.object({ year: z.number().optional(), memberId: z.string().optional() }),
});
export type BookIdeaDto = z.infer<typeof bookIdeaSchema>;

export const bookListSchema = z.object({
  /** Most recently changed first. */
  books: z.array(bookSummarySchema),
  ideas: z.array(bookIdeaSchema),
});
export type BookListDto = z.infer<typeof bookListSchema>;

export const bookSchema = z.object({
  ...summaryFields,
  version: z.number(),
  coverId: z.string().nullable(),
  pages: z.array(bookPageSchema),
  /** The photos on its cover and pages. */
  items: z.array(mediaItemSchema),
  /** The box around the faces of each photo that has any: a crop keeps it in view. */
  faces: z.record(z.string(), cropSchema),
  /** How many of its photos have since been deleted from the album: they are left out. */
  missingCount: z.number(),
  /** For a calendar. */
  birthdays: z.array(z.object({ name: z.string(), birthDate: z.string() })),
  /** The first day of the week: 1 is Monday, 7 is Sunday. */
  firstDay: z.number(),
  file: fileSchema,
});
export type BookDto = z.infer<typeof bookSchema>;
export type BookFileDto = z.infer<typeof fileSchema>;
