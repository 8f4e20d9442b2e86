import { type LifePeriod, monthsOld, periodAt, periodKey, periodMonths } from "@/lib/album/growing-up/age";
import type { GrowingNoteDto, GrowingPeriodDto, GrowingUpDto } from "@/lib/album/growing-up/schema";

/** A period of someone's life, with its photos and notes. */
export interface LifePartOf {
  period: LifePeriod;
  photos: GrowingPeriodDto | null;
  notes: GrowingNoteDto[];
}

/** A period with notes is included even if it has no photos. The latest comes first. */
export function partsOf({ person, periods, notes }: GrowingUpDto): LifePartOf[] {
  const parts = new Map<string, LifePartOf>();
  for (const photos of periods) {
    parts.set(periodKey(photos), { period: { unit: photos.unit, age: photos.age }, photos, notes: [] });
  }
  for (const note of notes) {
    // If someone's birthday isn't known, everything is in one period.
    const months = person.birthDate ? Math.max(0, monthsOld(person.birthDate, note.day)) : 0;
    const period = periodAt(months);
    const part = parts.get(periodKey(period)) ?? { period, photos: null, notes: [] };
    part.notes.push(note);
    parts.set(periodKey(period), part);
  }
  return [...parts.values()].sort((one, other) => periodMonths(other.period) - periodMonths(one.period));
}
