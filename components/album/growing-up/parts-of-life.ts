import { type LifePeriod, monthsOld, periodAt, periodKey, periodMonths } from "@/lib/album/growing-up/age";
import type { GrowingNoteDto, GrowingPeriodDto, GrowingUpDto } from "@/lib/album/growing-up/schema";

/** A time of someone's life, with its photos and what was noted then. */
export interface LifePartOf {
  period: LifePeriod;
  photos: GrowingPeriodDto | null;
  notes: GrowingNoteDto[];
}

/** Where notes are, there is a part, whether it has photos or not. The latest first. */
export function partsOf({ person, periods, notes }: GrowingUpDto): LifePartOf[] {
  const parts = new Map<string, LifePartOf>();
  for (const photos of periods) {
    parts.set(periodKey(photos), { period: { unit: photos.unit, age: photos.age }, photos, notes: [] });
  }
  for (const note of notes) {
    // Of someone whose birthday isn't known, all of it is in one.
    const months = person.birthDate ? Math.max(0, monthsOld(person.birthDate, note.day)) : 0;
    const period = periodAt(months);
    const part = parts.get(periodKey(period)) ?? { period, photos: null, notes: [] };
    part.notes.push(note);
    parts.set(periodKey(period), part);
  }
  return [...parts.values()].sort((one, other) => periodMonths(other.period) - periodMonths(one.period));
}
