import { z } from "zod";
import { albumAdders, albumOrders } from "@/lib/album/albums/schema";
import { pageLayouts } from "@/lib/album/books/layouts";
import { bookFormats, bookKinds } from "@/lib/album/books/limits";
import { noteKinds } from "@/lib/album/growing-up/limits";
import { pictureEditsSchema } from "@/lib/album/media/picture-edits";
import { hiddenPlaceModes } from "@/lib/album/places/schema";
import { yearPrecisions } from "@/lib/shared/months";

/**
 * `keepsake.json`, which lists what an export contains (decision 63). A reader accepts only files of its own version
 * and ignores unknown fields, so fields are added without a new version.
 */
export const exportFormat = "keepsake-export";
export const exportVersion = 1;
export const exportFileName = "keepsake.json";

/** Valid in this file only; another installation assigns new ones. */
const id = z.string().min(1).max(100);
/** ISO 8601, UTC. */
const moment = z.iso.datetime();
/** One of `people`; null if the account has been deleted. */
const author = id.nullable();
/** Relative to the export's top folder, with / between folders. */
const path = z.string().min(1).max(1000);
const text = z.string();

const storedFile = {
  /** Where it is; null: its bytes were lost before the export was made. */
  path: path.nullable(),
  /** Its name in the album, which can differ from the one in `path`. */
  fileName: text,
  mimeType: text,
  bytes: z.number().int().min(0),
  /** The hash of the file at `path`, in lower-case hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

/** Someone the export mentions. */
export const exportedPersonSchema = z.object({
  id,
  name: text,
  nickname: text.nullable(),
  /** YYYY-MM-DD. */
  birthDate: z.iso.date().nullable(),
  /** In the family's list of people. Others have left, or are known only from what they said. */
  isListed: z.boolean(),
  neverRecognize: z.boolean(),
  /** Nobody in the family is reminded of photos with them. */
  leftOutOfMemories: z.boolean().optional(),
  /** null for people without an account in the family. There are no email addresses. */
  account: z
    .object({
      username: text,
      role: z.enum(["owner", "admin", "member"]),
      isChild: z.boolean(),
      joinedAt: moment,
    })
    .nullable(),
});
export type ExportedPerson = z.infer<typeof exportedPersonSchema>;

const factsSchema = z.object({
  cameraMake: text.nullable(),
  cameraModel: text.nullable(),
  lens: text.nullable(),
  exposureSeconds: z.number().nullable(),
  fNumber: z.number().nullable(),
  iso: z.number().nullable(),
  focalLengthMm: z.number().nullable(),
  focalLength35mm: z.number().nullable(),
  hasFlashFired: z.boolean().nullable(),
  colorSpace: text.nullable(),
  orientation: z.number().nullable(),
  contentIdentifier: text.nullable(),
  /** Degrees and metres; also null while the family hides places. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  altitudeM: z.number().nullable(),
});

export const exportedItemSchema = z.object({
  id,
  ...storedFile,
  type: z.enum(["image", "video"]),
  /** As shown: upright, and after `edits`. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** Where it is filed; month 0 means unknown, and `precision` says how exactly the year is known. */
  year: z.number().int(),
  month: z.number().int().min(0).max(12),
  precision: z.enum(yearPrecisions),
  /** The camera's wall clock, without a time zone: 2024-07-03T14:05:09.000. */
  takenAt: z.iso.datetime({ local: true }).nullable(),
  uploadedAt: moment,
  uploadedBy: author,
  description: text,
  /** The description's hashtags, without #. */
  hashtags: z.array(text),
  /** The cover of its month. */
  isMonthCover: z.boolean(),
  /** Who is in it. */
  people: z.array(z.object({ person: id, by: author, at: moment })),
  /** Known faces, as fractions of the picture as shown. */
  faces: z.array(
    z.object({
      person: id,
      left: z.number(),
      top: z.number(),
      width: z.number(),
      height: z.number(),
      isByHand: z.boolean(),
    }),
  ),
  hearts: z.array(z.object({ by: id, at: moment })),
  comments: z.array(
    z.object({
      by: id,
      at: moment,
      editedAt: moment.nullable(),
      /** For a voice note, what was said, or empty. */
      text,
      /** For a voice note: AAC in MP4. `path` is null if its bytes were lost. */
      recording: z
        .object({ path: path.nullable(), bytes: z.number().int().min(0), durationMs: z.number() })
        .optional(),
    }),
  ),
  /** How the photo is shown; `path` is the original. */
  edits: pictureEditsSchema.nullable(),
  /** The photo as shown; null if there are no edits, or it couldn't be made. */
  editedPath: path.nullable(),
  facts: factsSchema.nullable(),
  /** The photo on top of its stack, which may be missing from an export of one's own uploads. */
  coveredBy: id.nullable().default(null),
  /** Someone has decided how it is stacked. */
  isStackDecided: z.boolean().default(false),
  /** The moving part of a Live Photo. */
  clip: z.object({ ...storedFile, durationMs: z.number() }).nullable(),
});
export type ExportedItem = z.infer<typeof exportedItemSchema>;

export const exportedAlbumSchema = z.object({
  id,
  title: text,
  story: text,
  order: z.enum(albumOrders),
  adders: z.enum(albumAdders),
  /** Someone has arranged it, so the order of `items` means something whatever `order` is. */
  isArranged: z.boolean().default(false),
  createdBy: author,
  createdAt: moment,
  contributors: z.array(id),
  /** In the order people arranged them; by date if nobody has. */
  items: z.array(z.object({ item: id, by: author, at: moment, isCover: z.boolean() })),
});
export type ExportedAlbum = z.infer<typeof exportedAlbumSchema>;

export const exportedNoticeSchema = z.object({
  title: text,
  message: text,
  isActive: z.boolean(),
  by: author,
  at: moment,
  likes: z.array(z.object({ by: id, at: moment })),
});
export type ExportedNotice = z.infer<typeof exportedNoticeSchema>;

export const exportedMonthIconSchema = z.object({
  year: z.number().int(),
  month: z.number().int(),
  icon: text,
});
export type ExportedMonthIcon = z.infer<typeof exportedMonthIconSchema>;

/** Prints that someone ordered; never an address. For the record only: nothing is ordered again from it. */
export const exportedPrintOrderSchema = z.object({
  number: z.number().int(),
  by: author,
  at: moment,
  status: z.enum(["placed", "in_production", "dispatched", "delivered", "cancelled"]),
  prints: z.array(
    z.object({
      /** null: it is no longer in the album. */
      item: id.nullable(),
      fileName: text,
      size: text,
      finish: text,
      quantity: z.number().int(),
      crop: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
    }),
  ),
});
export type ExportedPrintOrder = z.infer<typeof exportedPrintOrderSchema>;

/** A photo book or calendar: what is printed where. Its PDF is regenerated. */
export const exportedBookSchema = z.object({
  kind: z.enum(bookKinds),
  format: z.enum(bookFormats),
  year: z.number().int().nullable(),
  title: text,
  subtitle: text,
  by: author,
  at: moment,
  isShared: z.boolean(),
  cover: id.nullable(),
  pages: z.array(
    z.object({ layout: z.enum(pageLayouts).nullable(), items: z.array(id), heading: text, caption: text }),
  ),
});
export type ExportedBook = z.infer<typeof exportedBookSchema>;
/** A first time, a height or words that a grown-up noted about someone. */
export const exportedGrowingNoteSchema = z.object({
  person: id,
  kind: z.enum(noteKinds),
  /** YYYY-MM-DD */
  day: text,
  /** Empty for a height. */
  text,
  heightCm: z.number().nullable(),
  /** The item that shows it. */
  item: id.nullable(),
  by: author,
  at: moment,
});
export type ExportedGrowingNote = z.infer<typeof exportedGrowingNoteSchema>;

export const exportScopes = ["family", "own"] as const;

const hiddenPlaceSchema = z.object({
  name: text,
  latitude: z.number(),
  longitude: z.number(),
  radiusM: z.number(),
  mode: z.enum(hiddenPlaceModes),
});

/** Everything before the lists. */
export const exportHeadSchema = z.object({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  export: z.object({
    id,
    /** The whole album, or one person's uploads. */
    scope: z.enum(exportScopes),
    madeAt: moment,
    /** The earlier export that has the files missing from this one. The lists are complete. */
    since: z.object({ id, madeAt: moment }).nullable(),
  }),
  family: z.object({
    name: text,
    icon: text,
    firstYear: z.number().int(),
    showsPlaces: z.boolean(),
    /** The places it hides, or another installation would show them. Empty in older exports, and in one's own. */
    hiddenPlaces: z.array(hiddenPlaceSchema).default([]),
    featuredHashtags: z.array(text),
    /** The item on the welcome page. */
    welcomeItem: id.nullable(),
  }),
});
export type ExportHead = z.infer<typeof exportHeadSchema>;

/** The lists, in their order in the file. `own` exports have people, items, albums and books only. */
export const exportLists = {
  people: exportedPersonSchema,
  items: exportedItemSchema,
  albums: exportedAlbumSchema,
  notices: exportedNoticeSchema,
  monthIcons: exportedMonthIconSchema,
  printOrders: exportedPrintOrderSchema,
  books: exportedBookSchema,
  growingNotes: exportedGrowingNoteSchema,
} as const;
export type ExportListName = keyof typeof exportLists;
export type ExportEntry<Name extends ExportListName> = z.infer<(typeof exportLists)[Name]>;
