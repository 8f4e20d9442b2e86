import { z } from "zod";
import { fileNameSchema, maxArchiveBytes, uploadIdSchema } from "@/lib/album/uploads/schema";
import { cursorSchema, limitSchema } from "@/lib/shared/pagination";
import { lineSchema } from "@/lib/shared/text";

export const importStates = [
  "uploading",
  "reading",
  "ready",
  "running",
  "paused",
  "done",
  "undoing",
  "undone",
  "failed",
] as const;
export const importStateSchema = z.enum(importStates);
export type ImportState = z.infer<typeof importStateSchema>;

/** Why an import is paused or has failed. `import-text.ts` has the sentences. */
export const importReasons = [
  "asked",
  "disk_full",
  "plan_full",
  "storage_unavailable",
  "not_member",
  "archive_gone",
  "archive_damaged",
  "folder_away",
  "nothing_found",
] as const;
export type ImportReason = (typeof importReasons)[number];

export const entryStates = ["waiting", "added", "known", "left", "failed"] as const;
export type EntryState = (typeof entryStates)[number];

/** Why a file isn't in the album as an item of its own. */
export const entryReasons = [
  "archived",
  "trashed",
  "locked",
  "not_media",
  "too_large",
  "name",
  "encrypted",
  "method",
  "bomb",
  "in_photo",
  "before_album",
  "unsupported",
  "empty",
  "reported",
  "damaged",
  "gone",
] as const;
export type EntryReason = (typeof entryReasons)[number];

/** The browser's, of the IANA list. */
const timeZoneSchema = lineSchema(64, "A time zone is required").refine((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}, "This isn't a time zone");

export const createImportSchema = z
  .object({
    /** A folder of the server instead of archives: its name in GET /api/imports/folders. */
    folder: lineSchema(1_000, "Please choose a folder").optional(),
    /** Leaves the folder's files where they are. */
    isInPlace: z.boolean().default(false),
    timeZone: timeZoneSchema,
  })
  .refine(({ folder, isInPlace }) => folder !== undefined || !isInPlace, {
    path: ["isInPlace"],
    error: "Only a folder of the server can stay where it is",
  });
export type CreateImportInput = z.infer<typeof createImportSchema>;

export const archiveInitSchema = z.object({
  fileName: fileNameSchema,
  fileSize: z.int().min(1, "The file is empty").max(maxArchiveBytes, "An archive can be at most 64 GB"),
  totalChunks: z.int().min(1),
  uploadId: uploadIdSchema,
});
export type ArchiveInitInput = z.infer<typeof archiveInitSchema>;

const maxPeople = 2_000;

/** Who someone in the source is here: a person of the family, a new one, or nobody. */
export const personChoiceSchema = z.object({
  name: lineSchema(100, "A name is required"),
  memberId: z.uuid("Please choose someone of the family").nullable(),
  isNew: z.boolean().default(false),
});
export const choicesSchema = z.object({
  takesArchived: z.boolean().default(false),
  takesTrashed: z.boolean().default(false),
  takesLocked: z.boolean().default(false),
  people: z.array(personChoiceSchema).max(maxPeople, `At most ${maxPeople} people`).default([]),
});
export type ChoicesInput = z.infer<typeof choicesSchema>;
/** Replaces all of them: an empty body would forget who everyone is. */
export const replaceChoicesSchema = choicesSchema.extend({ people: choicesSchema.shape.people.unwrap() });

const count = z.number().default(0);
const counted = z.object({ name: z.string(), count: z.number() });

/** What the dry run found. */
export const reportSchema = z.object({
  photos: count,
  videos: count,
  /** Photos with a clip of their own. */
  livePhotos: count,
  edited: count,
  favorites: count,
  described: count,
  placed: count,
  archived: count,
  trashed: count,
  locked: count,
  bytes: count,
  /** Files whose bytes are there more than once, as in a year's folder and in an album. */
  repeated: count,
  /** Probably in the album already. */
  known: count,
  /** Files that say nothing about when they were taken. */
  undated: count,
  beforeAlbum: count,
  firstYear: z.number().nullable().default(null),
  /** Sidecars whose photos aren't there: perhaps an archive is missing. */
  withoutFile: count,
  firstDay: z.string().nullable().default(null),
  lastDay: z.string().nullable().default(null),
  albums: z.array(counted).default([]),
  people: z.array(counted).default([]),
  left: z.array(z.object({ reason: z.enum(entryReasons), count: z.number() })).default([]),
});
export type ImportReport = z.infer<typeof reportSchema>;

export const importSchema = z.object({
  id: z.string(),
  state: importStateSchema,
  reason: z.enum(importReasons).nullable(),
  folder: z.string().nullable(),
  /** The folder's files stay there; it is looked at again and again. */
  isInPlace: z.boolean(),
  lookedAt: z.string().nullable(),
  /** Null once the account is gone. */
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  isOwn: z.boolean(),
  archives: z.array(z.object({ id: z.string(), fileName: z.string(), bytes: z.number() })),
  report: reportSchema,
  choices: choicesSchema,
  totalCount: z.number(),
  doneCount: z.number(),
  totalBytes: z.number(),
  doneBytes: z.number(),
  addedCount: z.number(),
  knownCount: z.number(),
  leftCount: z.number(),
  failedCount: z.number(),
  bytesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ImportDto = z.infer<typeof importSchema>;

/** Not idParams: a child is refused before any id is looked up. */
export const importParams = z.object({ id: z.string() });
export const importActions = ["read", "start", "pause", "resume", "look", "undo"] as const;
export const importActionSchema = z.enum(importActions);
export const importActionParams = importParams.extend({ action: importActionSchema });
export type ImportAction = z.infer<typeof importActionSchema>;

export const entriesQuerySchema = z.object({
  state: z.enum(entryStates).optional(),
  limit: limitSchema().default(50),
  cursor: cursorSchema().optional(),
});
export type EntriesQuery = z.infer<typeof entriesQuerySchema>;

export const entrySchema = z.object({
  id: z.string(),
  path: z.string(),
  bytes: z.number(),
  state: z.enum(entryStates),
  reason: z.enum(entryReasons).nullable(),
  mediaId: z.string().nullable(),
});
export const entryPageSchema = z.object({
  items: z.array(entrySchema),
  nextCursor: z.string().nullable(),
});
export type EntryPageDto = z.infer<typeof entryPageSchema>;

export const similarCopiesQuerySchema = z.object({ cursor: cursorSchema().optional() });
export const similarCopiesSchema = z.object({
  /** Photos that the import added, one of each set of similar ones. */
  mediaIds: z.array(z.string()),
  nextCursor: z.string().nullable(),
});
export type SimilarCopiesDto = z.infer<typeof similarCopiesSchema>;

export const importFoldersSchema = z.array(z.object({ name: z.string() }));

/** What the source says about a file; stored with its entry. */
export const entryFactsSchema = z.object({
  title: z.string().default(""),
  takenMs: z.number().nullable().default(null),
  description: z.string().default(""),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable().default(null),
  people: z.array(z.string()).default([]),
  isFavorite: z.boolean().default(false),
  isArchived: z.boolean().default(false),
  isTrashed: z.boolean().default(false),
  isLocked: z.boolean().default(false),
  modifiedMs: z.number().default(0),
  isMotion: z.boolean().default(false),
});
export type EntryFacts = z.infer<typeof entryFactsSchema>;
