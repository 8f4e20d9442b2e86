import { z } from "zod";
import { pictureEditsSchema } from "@/lib/album/media/picture-edits";
import { fileNameSchema, maxArchiveBytes, uploadIdSchema } from "@/lib/album/uploads/schema";
import { yearPrecisions } from "@/lib/shared/months";
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
  "newer_export",
  "server_refused",
  "server_unreachable",
] as const;
export type ImportReason = (typeof importReasons)[number];

/** Where photos come from. `import-text.ts` has their names. */
export const importKinds = [
  "takeout",
  "keepsake",
  "apple",
  "family_album",
  "whatsapp",
  "meta",
  "immich",
  "folder",
] as const;
export type ImportKind = (typeof importKinds)[number];

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
  "too_long",
  "nested",
  "aae",
] as const;
export type EntryReason = (typeof entryReasons)[number];

/** The browser's time zone, from the IANA list. */
const timeZoneSchema = lineSchema(64, "A time zone is required").refine((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}, "This isn't a time zone");

/** An album's address, without what its pages or API calls add. */
const addressSchema = z
  .string({ error: (issue) => (issue.input == null ? "An address is required" : undefined) })
  .trim()
  .max(300, "Must be at most 300 characters")
  .transform((text) => (/^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`))
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
  }, "Please enter an address such as https://photos.example.org")
  .transform((text) => new URL(text).href.replace(/\/+$/, "").replace(/\/api$/, ""));

/** An Immich server, which is only read. */
export const serverSchema = z.object({
  address: addressSchema,
  key: z
    .string({ error: (issue) => (issue.input == null ? "A key is required" : undefined) })
    .trim()
    .regex(/^[\x21-\x7e]{8,300}$/, "This isn't a key of Immich's"),
});
export type ServerInput = z.infer<typeof serverSchema>;

export const createImportSchema = z
  .object({
    /** A folder on the server instead of archives, by its name in GET /api/imports/folders. */
    folder: lineSchema(1_000, "Please choose a folder").optional(),
    /** Leaves the folder's files where they are. */
    isInPlace: z.boolean().default(false),
    /** Another server instead of archives. */
    server: serverSchema.optional(),
    timeZone: timeZoneSchema,
  })
  .refine(({ folder, isInPlace }) => folder !== undefined || !isInPlace, {
    path: ["isInPlace"],
    error: "Only a folder of the server can stay where it is",
  });
export type CreateImportInput = z.infer<typeof createImportSchema>;
/** As sent by clients. */
export type NewImportInput = z.input<typeof createImportSchema>;

export const archiveInitSchema = z.object({
  fileName: fileNameSchema,
  fileSize: z.int().min(1, "The file is empty").max(maxArchiveBytes, "An archive can be at most 64 GB"),
  totalChunks: z.int().min(1),
  uploadId: uploadIdSchema,
});
export type ArchiveInitInput = z.infer<typeof archiveInitSchema>;

export const maxPeople = 2_000;

/** Who someone in the source is here: one of the family's people, a new one, or nobody. */
export const personChoiceSchema = z.object({
  name: lineSchema(100, "A name is required"),
  // As the database writes it: a running import looks people up by it.
  memberId: z.uuid("Please choose someone of the family").toLowerCase().nullable(),
  isNew: z.boolean().default(false),
});
export const choicesSchema = z.object({
  takesArchived: z.boolean().default(false),
  takesTrashed: z.boolean().default(false),
  takesLocked: z.boolean().default(false),
  people: z.array(personChoiceSchema).max(maxPeople, `At most ${maxPeople} people`).default([]),
});
export type ChoicesInput = z.infer<typeof choicesSchema>;
/** Replaces all choices; `people` is required, since an empty body would forget who everyone is. */
export const replaceChoicesSchema = choicesSchema.extend({ people: choicesSchema.shape.people.unwrap() });

const count = z.number().default(0);
const counted = z.object({ name: z.string(), count: z.number() });
/** Someone's profile in a Keepsake export. */
const profileSchema = z.object({
  name: z.string(),
  nickname: z.string().nullable(),
  birthDate: z.string().nullable(),
  neverRecognize: z.boolean(),
  leftOutOfMemories: z.boolean().optional(),
});
export type ImportedProfile = z.infer<typeof profileSchema>;
const person = counted.extend({
  /** How many comments and hearts they gave. */
  said: z.number().default(0),
  profile: profileSchema.nullable().default(null),
});

/** What the dry run found. */
export const reportSchema = z.object({
  kind: z.enum(importKinds).default("takeout"),
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
  /** Files whose bytes occur more than once, as in a year's folder and in an album. */
  repeated: count,
  /** Probably in the album already. */
  known: count,
  /** Files whose date, if they have one, is only inside them: the dry run doesn't read it. */
  undated: count,
  beforeAlbum: count,
  firstYear: z.number().nullable().default(null),
  /** Sidecars whose photos aren't there: perhaps an archive is missing. */
  withoutFile: count,
  firstDay: z.string().nullable().default(null),
  lastDay: z.string().nullable().default(null),
  albums: z.array(counted).default([]),
  /** Comments and hearts of others. */
  comments: count,
  hearts: count,
  notices: count,
  printOrders: count,
  /** In photos, or with something to say about them. */
  people: z.array(person).default([]),
  left: z.array(z.object({ reason: z.enum(entryReasons), count: z.number() })).default([]),
});
export type ImportReport = z.infer<typeof reportSchema>;

export const importSchema = z.object({
  id: z.string(),
  state: importStateSchema,
  reason: z.enum(importReasons).nullable(),
  folder: z.string().nullable(),
  /** The folder's files stay there; it is checked again and again. */
  isInPlace: z.boolean(),
  lookedAt: z.string().nullable(),
  address: z.string().nullable(),
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

const who = { name: z.string(), atMs: z.number().nullable().default(null) };

/** What a Keepsake export says about an item, which is adopted exactly. */
const exactSchema = z.object({
  /** Its id in the export. */
  sourceId: z.string(),
  year: z.number(),
  month: z.number(),
  yearPrecision: z.enum(yearPrecisions),
  /** By the camera's clock. */
  takenAt: z.string().nullable(),
  edits: pictureEditsSchema.nullable(),
  isMonthCover: z.boolean(),
  /** Who tagged whom and when; `people` has the names too. */
  tags: z.array(z.object({ ...who, by: z.string().nullable() })).default([]),
  /** Where people are in the picture as shown. */
  faces: z
    .array(
      z.object({
        name: z.string(),
        left: z.number(),
        top: z.number(),
        width: z.number(),
        height: z.number(),
        isByHand: z.boolean(),
      }),
    )
    .default([]),
  /** The name of the person who added it. */
  uploadedBy: z.string().nullable(),
  uploadedAt: z.string(),
});
export type ExactFacts = z.infer<typeof exactSchema>;

/** What the source says about a file; stored with its entry. */
export const entryFactsSchema = z.object({
  title: z.string().default(""),
  takenMs: z.number().nullable().default(null),
  /** Local time where it was taken, for sources that say no more: 2019-06-12T14:05:00. */
  takenLocal: z.string().nullable().default(null),
  description: z.string().default(""),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable().default(null),
  people: z.array(z.string()).default([]),
  isFavorite: z.boolean().default(false),
  isArchived: z.boolean().default(false),
  isTrashed: z.boolean().default(false),
  isLocked: z.boolean().default(false),
  modifiedMs: z.number().default(0),
  isMotion: z.boolean().default(false),
  /** What others said about it, under their names in the source. */
  comments: z
    .array(z.object({ ...who, text: z.string(), editedMs: z.number().nullable().default(null) }))
    .default([]),
  hearts: z.array(z.object(who)).default([]),
  exact: exactSchema.nullable().default(null),
  /** Its id on the server that it comes from. */
  remoteId: z.string().nullable().default(null),
  /** The id, in the source, of the photo that covers it there. */
  coveredBy: z.string().nullable().default(null),
  /** Someone has decided there how it is stacked. */
  isStackDecided: z.boolean().default(false),
});
export type EntryFacts = z.infer<typeof entryFactsSchema>;
