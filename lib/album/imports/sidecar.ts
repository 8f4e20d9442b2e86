import { z } from "zod";
import { line, paragraph, parseJson, personName } from "@/lib/album/imports/texts";
import type { Place } from "@/lib/album/media/taken-date";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";

/** What one of Google Takeout's JSON files says about its photo. */
export interface Sidecar {
  /** The photo's name before it was cut. */
  title: string;
  /** In UTC, milliseconds since 1970. People correct wrong camera dates there. */
  takenMs: number | null;
  description: string;
  place: Place | null;
  /** Names of the people in it. */
  people: string[];
  isFavorite: boolean;
  isArchived: boolean;
  isTrashed: boolean;
  isLocked: boolean;
}

const maxPeople = 100;

const text = z
  .string()
  .optional()
  .catch("")
  .transform((value = "") => value);
const isTrue = z
  .unknown()
  .optional()
  .transform((value) => value === true);

/** Google writes 0 if it knows nothing. */
const moment = z
  .object({ timestamp: z.union([z.string(), z.number()]) })
  .transform(({ timestamp }) => Number(timestamp) * 1000)
  .pipe(z.number().refine((ms) => ms !== 0 && Math.abs(ms) <= 8.64e15))
  .nullable()
  .catch(null);

/** Google writes 0, 0 if there is no place; a real photo off Ghana is unlikely. */
const place = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const people = z
  .array(z.object({ name: z.string() }).nullable().catch(null))
  .optional()
  .catch([])
  .transform((value = []) => value);

const sidecarSchema = z
  .object({
    title: text,
    photoTakenTime: z.unknown().optional(),
    description: text,
    geoData: place,
    geoDataExif: place,
    people,
    favorited: isTrue,
    archived: isTrue,
    trashed: isTrue,
    inLockedFolder: isTrue,
  })
  .refine((json) => json.photoTakenTime !== undefined);

const albumSchema = z.object({
  title: z.string(),
  photoTakenTime: z.undefined().optional(),
  description: text,
});
/** The format before 2020. */
const olderAlbumSchema = z.object({ albumData: albumSchema }).transform(({ albumData }) => albumData);

/** Reads a sidecar; null for other JSON, such as an album's. Nothing is trusted: malformed fields count as missing. */
export function readSidecar(json: string): Sidecar | null {
  const { success, data } = sidecarSchema.safeParse(parseJson(json));
  if (!success) return null;
  const names = data.people.flatMap((person) => personName(person?.name ?? "") || []);
  return {
    title: line(data.title),
    takenMs: moment.parse(data.photoTakenTime),
    description: paragraph(data.description, maxDescriptionLength),
    place: data.geoData ?? data.geoDataExif,
    people: [...new Set(names)].slice(0, maxPeople),
    isFavorite: data.favorited,
    isArchived: data.archived,
    isTrashed: data.trashed,
    isLocked: data.inLockedFolder,
  };
}

/** Reads what Takeout says about an album, in a file whose name is translated; null for any other JSON. */
export function readAlbumFile(json: string): { title: string; description: string } | null {
  const { success, data } = z.union([albumSchema, olderAlbumSchema]).safeParse(parseJson(json));
  return success
    ? { title: line(data.title), description: paragraph(data.description, maxDescriptionLength) }
    : null;
}
