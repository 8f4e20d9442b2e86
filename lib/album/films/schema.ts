import { z } from "zod";
import { fewestPictures, filmKinds, maxTitleLength, mostPictures } from "@/lib/album/films/limits";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { lineSchema } from "@/lib/shared/text";
import { yearSchema } from "@/lib/shared/year-schema";

/** Who and what a film is about. */
const subject = z.object({
  kind: z.enum(filmKinds, "Please choose the kind of film"),
  /** The person it is about; null in a film of the family's year. A malformed id is not found, like an unknown one. */
  memberId: z.string().max(100).nullable().default(null),
  /** The year, or the age that someone reaches at the end of it. */
  year: z.number().int().nullable().default(null),
});

type FilmSubjectInput = z.output<typeof subject>;

const misfitText = {
  memberId: "Please choose whom the film is about",
  year: "Please choose the year that the film is about",
};

/** @returns the field that is missing or superfluous */
function misfit({ kind, memberId, year }: FilmSubjectInput): keyof typeof misfitText | null {
  if ((kind === "year") !== (memberId === null)) return "memberId";
  if (kind === "growing") return year === null ? null : "year";
  if (kind === "year") return yearSchema.safeParse(year).success ? null : "year";
  return year !== null && year >= 1 && year <= 120 ? null : "year";
}

const fits = (film: FilmSubjectInput, ctx: z.RefinementCtx) => {
  const field = misfit(film);
  if (field) ctx.addIssue({ code: "custom", path: [field], message: misfitText[field] });
};

export const filmQuery = z
  .object({
    kind: subject.shape.kind,
    memberId: z.string().max(100).optional(),
    year: z.coerce.number().int().optional(),
  })
  .transform(({ kind, memberId = null, year = null }) => ({ kind, memberId, year }))
  .superRefine(fits);
export type FilmSubject = z.output<typeof filmQuery>;

const picturesText = `Please choose between ${fewestPictures} and ${mostPictures} photos`;
export const createFilmSchema = subject
  .extend({
    title: lineSchema(maxTitleLength, "Please give the film a title"),
    /** In playing order. */
    mediaIds: z
      .array(z.string().max(100), picturesText)
      .min(fewestPictures, picturesText)
      .max(mostPictures, picturesText)
      .refine((ids) => new Set(ids).size === ids.length, "Please choose each photo once"),
  })
  .superRefine(fits);
export type CreateFilmInput = z.output<typeof createFilmSchema>;

export const filmSchema = z.object({
  id: z.string(),
  kind: z.enum(filmKinds),
  memberId: z.string().nullable(),
  title: z.string(),
  state: z.enum(["making", "ready", "failed"]),
  /** 0 to 100. */
  progress: z.number(),
  pictureCount: z.number(),
  durationMs: z.number(),
  bytes: z.number(),
  /** Why it couldn't be made. */
  failure: z.string().nullable(),
  createdAt: z.string(),
  /** Where it is; null unless it is ready. */
  url: z.string().nullable(),
  /** The item it was added to the album as. */
  mediaId: z.string().nullable(),
});
export type FilmDto = z.infer<typeof filmSchema>;
export const filmsSchema = z.array(filmSchema);

export const filmPictureSchema = mediaItemSchema.extend({
  /** The text shown on it. */
  caption: z.string(),
});
export type FilmPicture = z.infer<typeof filmPictureSchema>;

/** A proposed film, which the person can change before it is made. */
export const filmProposalSchema = z.object({
  kind: z.enum(filmKinds),
  memberId: z.string().nullable(),
  year: z.number().nullable(),
  title: z.string(),
  /** In the order they were taken. */
  pictures: z.array(filmPictureSchema),
  /** Others that could be in it, in the same order. */
  more: z.array(filmPictureSchema),
});
export type FilmProposalDto = z.infer<typeof filmProposalSchema>;

/** Any text: the service refuses children first, and then answers 404 for a malformed id. */
export const filmParams = z.object({ id: z.string().max(100) });

/** The film itself, in the browser or as a file. */
export const filmFileQuery = z.object({ download: z.literal("true").optional() });
