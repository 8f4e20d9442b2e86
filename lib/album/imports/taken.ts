import tzLookup from "@photostructure/tz-lookup";
import { yearOfFolder } from "@/lib/album/imports/folders";
import type { EntryFacts } from "@/lib/album/imports/schema";
import { takenDateOf } from "@/lib/album/media/taken-date";
import { parseWallClock, wallClockMs } from "@/lib/album/media/wall-clock";
import { type FiledMonth, unknownMonth } from "@/lib/shared/months";

const zoneOf = (place: EntryFacts["place"]) => {
  try {
    return place && tzLookup(place.latitude, place.longitude);
  } catch {
    return null;
  }
};

export interface TakenFacts {
  name: string;
  facts: Pick<EntryFacts, "takenMs" | "takenLocal" | "place" | "exact">;
  /** The time zone of the person importing. */
  timeZone: string;
  /** The file's own date, as its camera's clock showed it. */
  own?: Date | null;
}

/** When a file was taken, by its own clock stored as UTC; null if nothing says so. */
export function importedTakenAt({ name, facts, timeZone, own = null }: TakenFacts): Date | null {
  if (facts.exact) return facts.exact.takenAt === null ? null : new Date(`${facts.exact.takenAt}Z`);
  const local = facts.takenLocal === null ? null : parseWallClock(facts.takenLocal);
  if (own === null && local) return new Date(wallClockMs(local));
  const taken = takenDateOf({
    name,
    modifiedMs: 0,
    exifDate: own?.toISOString(),
    takeoutMs: facts.takenMs,
    placeTimeZone: zoneOf(facts.place),
    timeZone,
  });
  return taken && new Date(wallClockMs(taken.at));
}

/**
 * Earlier times of change mean that there is none: an archive without dates says the end of 1979 or the beginning of
 * 1980, a file system 1970.
 */
const earliestChange = Date.UTC(1980, 0, 2);

/** Where it is filed: in its month, or under an unknown month of the year of its folder or its last change. */
export function importedMonth(
  takenAt: Date | null,
  { folder, modifiedMs, exact }: { folder: string; modifiedMs: number; exact: EntryFacts["exact"] },
  now = new Date(),
): FiledMonth {
  if (exact) {
    const { year, month, yearPrecision } = exact;
    return { year, month, ...(month === unknownMonth ? { yearPrecision } : {}) };
  }
  if (takenAt) return { year: takenAt.getUTCFullYear(), month: takenAt.getUTCMonth() + 1 };
  const changed = modifiedMs >= earliestChange && modifiedMs <= now.getTime() ? new Date(modifiedMs) : now;
  return { year: yearOfFolder(folder) ?? changed.getUTCFullYear(), month: 0 };
}
