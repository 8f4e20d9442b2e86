import { z } from "zod";
import { pictureEditsSchema } from "@/lib/album/media/picture-edits";
import { monthIconNames } from "@/lib/shared/month-icons";
import { decadeOf, type FiledMonth, unknownMonth, yearPrecisions } from "@/lib/shared/months";
import { cursorSchema, pageQuerySchema, paginationSchema } from "@/lib/shared/pagination";
import { panoramaSchema } from "@/lib/shared/panorama-schema";
import { textSchema } from "@/lib/shared/text";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";
import { yearSchema } from "@/lib/shared/year-schema";

export { maxDescriptionLength };
/** Specification 9.5. */
export const recentUploadsShown = 4;
export const yearPageSize = 20;
/** Specification 7.4: limit of GET /api/media/month when none is given. */
export const monthPageSize = 5;
/** Days a deleted item stays in the trash (product.md, Trash). */
export const trashDays = 30;

const monthRange = "Month must be 1 to 12, or 0 if it isn't known";
/** 1 to 12, or 0 for an unknown month of the year. */
export const monthSchema = z
  .int({
    error: (issue) => (issue.input === undefined ? "Month is required" : "Month must be a whole number"),
  })
  .min(unknownMonth, monthRange)
  .max(12, monthRange);

export const yearPrecisionSchema = z.enum(yearPrecisions, "Year precision must be exact, around or decade");

/** A year that is only roughly known has no month, and a decade begins with its first year. */
export function checkYearPrecision(
  { year, month, yearPrecision = "exact" }: Partial<FiledMonth>,
  context: z.RefinementCtx,
): void {
  const path = ["yearPrecision"];
  if (yearPrecision === "exact") return;
  if (year === undefined || month !== unknownMonth) {
    context.addIssue({ code: "custom", path, message: "Only a year without a month can be approximate" });
  } else if (yearPrecision === "decade" && year !== decadeOf(year)) {
    context.addIssue({ code: "custom", path, message: "A decade begins with a year that ends in 0" });
  }
}

export const descriptionSchema = textSchema(maxDescriptionLength);

export const uploaderSchema = z.object({ id: z.string(), name: z.string() });

const streamQualities = ["360", "720"] as const;
export type StreamQuality = (typeof streamQualities)[number];
/**
 * The quality of a long video's stream, by its short side in pixels; by default the best available. A video with a
 * single rendition has it at every quality.
 */
export const streamQuery = z.object({ quality: z.enum(streamQualities, "Choose 360 or 720.").optional() });

/** A media item as it leaves the server (specification 3, Media item). */
export const mediaItemSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: z.enum(["image", "video"]),
  mediaType: z.enum(["image", "video"]),
  /** MIME type of the original. */
  mimeType: z.string(),
  year: z.number(),
  month: z.number(),
  /** How precisely the year is known if the month isn't; a decade is filed under its first year. */
  yearPrecision: yearPrecisionSchema,
  description: z.string(),
  /** ISO 8601, UTC. */
  uploadDate: z.string(),
  /** The camera's wall clock, ISO 8601 without a zone; null if the file does not say. */
  takenAt: z.string().nullable(),
  storagePath: z.string(),
  featured: z.boolean(),
  bytes: z.number(),
  /** Pixels, upright and edited; null until derived. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** Base64 ThumbHash; null until derived. */
  thumbHash: z.string().nullable(),
  /** The part of the sphere around its camera that a 360° photo shows; null for other items and edited photos. */
  panorama: panoramaSchema.nullable(),
  /** Incremented by every change of the edits. */
  editVersion: z.number(),
  /** Whether the photo is shown differently from its original. */
  isEdited: z.boolean(),
  /** State of the thumbnail and medium image. */
  derivatives: z.enum(["pending", "ready", "failed"]),
  /** State of the streamed rendition of a video or of a photo's clip. `none` for a photo without one. */
  playable: z.enum(["none", "pending", "ready", "failed"]),
  /** State of a long video's rendition for slow connections; `none` for everything else. */
  playableSmall: z.enum(["none", "pending", "ready", "failed"]),
  uploadedBy: uploaderSchema.nullable(),
  heartCount: z.number(),
  /** Hearted by the caller. */
  isHearted: z.boolean(),
  /** The stack it is in and its photo count; null for an item on its own. Lists show `topId`. */
  stack: z.object({ topId: z.string(), count: z.number() }).nullable(),
});
export type MediaItemDto = z.infer<typeof mediaItemSchema>;

export const mediaDetailSchema = mediaItemSchema.extend({
  sha256: z.string(),
  /** The changes made to the photo before it is shown. */
  edits: pictureEditsSchema.nullable(),
  hashtags: z.array(z.string()),
  /** Without a userId: someone who hearted it elsewhere and has no account here. */
  heartedBy: z.array(z.object({ userId: z.string().nullable(), name: z.string() })),
  /** The family members in it, in the order they were tagged. */
  tags: z.array(z.object({ id: z.string(), displayName: z.string() })),
  commentCount: z.number(),
  /** The clip of a Live Photo, a separate file; null for any other item. */
  clip: z.object({ fileName: z.string(), bytes: z.number(), durationMs: z.number() }).nullable(),
});
export type MediaDetailDto = z.infer<typeof mediaDetailSchema>;

export const downloadQuerySchema = z.object({
  place: z.literal("without").optional(),
  part: z.literal("clip").optional(),
  version: z.literal("edited").optional(),
});
export type DownloadQuery = z.infer<typeof downloadQuerySchema>;

/** What an item was taken with and where, according to its file; null is unknown. */
export const mediaFactsSchema = z.object({
  cameraMake: z.string().nullable(),
  cameraModel: z.string().nullable(),
  lens: z.string().nullable(),
  exposureSeconds: z.number().nullable(),
  fNumber: z.number().nullable(),
  iso: z.number().nullable(),
  focalLengthMm: z.number().nullable(),
  /** The 35 mm equivalent focal length. */
  focalLength35mm: z.number().nullable(),
  hasFlashFired: z.boolean().nullable(),
  colorSpace: z.string().nullable(),
  /** Also null while the family doesn't show places. */
  place: z
    .object({
      /** The nearest town and its country; null with none nearby. */
      name: z.string().nullable(),
      latitude: z.number(),
      longitude: z.number(),
    })
    .nullable(),
});
export type MediaFactsDto = z.infer<typeof mediaFactsSchema>;

export const trashItemSchema = mediaItemSchema.extend({
  deletedAt: z.string(),
  /** When it is permanently deleted. */
  purgeAt: z.string(),
});
export type TrashItemDto = z.infer<typeof trashItemSchema>;

/** A page of an endless feed: continue with `nextCursor` (stable while others upload) or with offset. */
export const mediaPageSchema = z.object({
  items: z.array(mediaItemSchema),
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
  /** Pass this as `before` to read what is newer than the page; null at the feed's beginning. */
  previousCursor: z.string().nullable(),
});
export type MediaPageDto = z.infer<typeof mediaPageSchema>;

export const monthSummarySchema = z.object({
  month: z.number(),
  itemCount: z.number(),
  /** The featured item, else the newest. */
  cover: mediaItemSchema.nullable(),
  /** The icon that an admin chose for the month. */
  iconName: z.enum(monthIconNames).nullable(),
});
export type MonthSummaryDto = z.infer<typeof monthSummarySchema>;

export const yearPageSchema = mediaPageSchema.extend({ months: z.array(monthSummarySchema) });
export type YearPageDto = z.infer<typeof yearPageSchema>;

export const yearCoverSchema = z.object({
  year: z.number(),
  itemCount: z.number(),
  cover: mediaItemSchema.nullable(),
});
export type YearCoverDto = z.infer<typeof yearCoverSchema>;

/** `collapsed`: a stack is listed and counted as one item, its top. Otherwise lists have all of its photos. */
export const stacksParameter = z.literal("collapsed", "stacks can only be collapsed").optional();

/** `before`: the page that ends right before that cursor, for a feed read from the middle. */
export const feedQuerySchema = pageQuerySchema
  .extend({ before: cursorSchema().optional(), stacks: stacksParameter })
  .refine(({ before, cursor, offset }) => before === undefined || (cursor ?? offset) === undefined, {
    error: "Use only one of before, cursor and offset",
    path: ["before"],
  });
export type FeedQuery = z.infer<typeof feedQuerySchema>;

/** The lists that span many months, each in its own order. */
export const timelineFeeds = ["all", "everything", "favorites", "tagged", "faces"] as const;
export const timelineQuerySchema = z.object({
  feed: z.enum(timelineFeeds),
  /** Whose photos, with `tagged`; the caller's own if omitted. */
  memberId: z.string().max(100).optional(),
  /** Which faces, with `faces`. */
  groupId: z.string().max(100).optional(),
  stacks: stacksParameter,
});
export type TimelineQuery = z.infer<typeof timelineQuerySchema>;

/** The months of a feed in its order, by the time it is sorted by. */
export const timelineSchema = z.array(
  z.object({
    year: z.number(),
    month: z.number(),
    itemCount: z.number(),
    /** The feed continues from here with the first item of the month. */
    cursor: z.string(),
  }),
);
export type TimelineMonthDto = z.infer<typeof timelineSchema>[number];

/** The maximum number of search hits counted: a number people can grasp, and quick to count. */
export const maxCountedHits = 1_000;

/** The maximum number of parts reported: they are sent in a header. */
export const maxSearchParts = 8;
export const searchPartKinds = ["date", "type", "person"] as const;
export type SearchPartKind = (typeof searchPartKinds)[number];

/** A part of a search that was recognised as a date, a type or a person. */
export interface SearchPart {
  kind: SearchPartKind;
  /** What it was understood as: "June 2026", "Videos", "Grandma". */
  label: string;
  /** As it was typed. */
  text: string;
  /** Where it begins in the typed text. */
  start: number;
  end: number;
}

export const searchQuerySchema = z.object({
  q: z.string().max(200).optional(),
  tag: z.string().max(60).optional(),
  /** Parts of `q` to treat as plain words, such as "date:june 2026,person:grandma". */
  plain: z.string().max(400).optional(),
  stacks: stacksParameter,
  ...pageQuerySchema.omit({ cursor: true }).shape,
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

export const updateMediaSchema = z
  .object({
    description: descriptionSchema.optional(),
    year: yearSchema.optional(),
    month: monthSchema.optional(),
    yearPrecision: yearPrecisionSchema.optional(),
  })
  .superRefine(checkYearPrecision)
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Nothing to change",
    path: ["description"],
  });
export type UpdateMediaInput = z.infer<typeof updateMediaSchema>;

export const setFeaturedSchema = z.object({ featured: z.boolean() });
export const setWelcomeImageSchema = z.object({ mediaId: z.string().max(100) });
/** The picture that welcomes the family; null for none. */
export const welcomeImageSchema = z.object({ mediaId: z.string().nullable() });
export type WelcomeImageDto = z.infer<typeof welcomeImageSchema>;

const yearNumber = z
  .string()
  .regex(/^\d{4}$/)
  .transform(Number);
const monthNumber = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number);
/** Path parameters; an impossible year or month is a 404. */
export const yearParams = z.object({ year: yearNumber });
export const yearMonthParams = z.object({ year: yearNumber, month: monthNumber });

/** The maximum number of people suggested for a search. */
export const maxFoundPeople = 5;
export const searchPeopleQuerySchema = z.object({ q: z.string().max(200).optional() });
/** People whose names match a search. */
export const foundPeopleSchema = z.array(
  z.object({
    memberId: z.string(),
    displayName: z.string(),
    /** Pictures they are tagged in, excluding the trash. */
    pictureCount: z.number(),
    /** One of their faces, if the family uses face recognition; for the avatar beside the name. */
    faceId: z.string().nullable(),
  }),
);
export type FoundPersonDto = z.infer<typeof foundPeopleSchema>[number];
