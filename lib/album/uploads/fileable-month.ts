import type { YearMonth } from "@/lib/album/uploads/upload-state";

/** From when to when an album has months. */
export interface AlbumSpan {
  /** The year with which it begins. */
  firstYear: number;
  today: Date;
}

/** Whether the album has this month. */
export function canBeFiled({ year, month }: YearMonth, { firstYear, today }: AlbumSpan): boolean {
  return year >= firstYear && year * 12 + month <= today.getFullYear() * 12 + today.getMonth() + 1;
}
