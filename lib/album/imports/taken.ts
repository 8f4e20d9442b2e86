import tzLookup from "@photostructure/tz-lookup";
import { yearOfFolder } from "@/lib/album/imports/folders";
import type { EntryFacts } from "@/lib/album/imports/schema";
import { takenDateOf } from "@/lib/album/media/taken-date";
import { wallClockMs } from "@/lib/album/media/wall-clock";
import type { FiledMonth } from "@/lib/shared/months";

const zoneOf = (place: EntryFacts["place"]) => {
  try {
    return place && tzLookup(place.latitude, place.longitude);
  } catch {
    return null;
  }
};

export interface TakenFacts {
  name: string;
  facts: Pick<EntryFacts, "takenMs" | "place">;
  /** Where the person is who imports. */
  timeZone: string;
  /** The file's own date, as its camera's clock showed it. */
  own?: Date | null;
}

/** When a file was taken, by its own clock stored as UTC; null if nothing says so. */
export function importedTakenAt({ name, facts, timeZone, own = null }: TakenFacts): Date | null {
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

/** Where it is filed: in its month, or under an unknown month of the year that its folder or its last change says. */
export function importedMonth(
  takenAt: Date | null,
  { folder, modifiedMs }: { folder: string; modifiedMs: number },
  now = new Date(),
): Pick<FiledMonth, "year" | "month"> {
  if (takenAt) return { year: takenAt.getUTCFullYear(), month: takenAt.getUTCMonth() + 1 };
  const changed = modifiedMs > 0 && modifiedMs <= now.getTime() ? new Date(modifiedMs) : now;
  return { year: yearOfFolder(folder) ?? changed.getUTCFullYear(), month: 0 };
}
