import type { YearMonth } from "@/lib/album/uploads/upload-state";

/** The period in which an album has months. */
export interface AlbumSpan {
  /** The album's first year. */
  firstYear: number;
  today: Date;
}

/** Whether the month hasn't begun. An unknown month has begun with its year. */
export function isFuture({ year, month }: YearMonth, today: Date): boolean {
  return year > today.getFullYear() || (year === today.getFullYear() && month > today.getMonth() + 1);
}

/** Whether the album has this month. */
export function canBeFiled(month: YearMonth, { firstYear, today }: AlbumSpan): boolean {
  return month.year >= firstYear && !isFuture(month, today);
}
