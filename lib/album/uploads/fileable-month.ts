import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { earliestYear } from "@/lib/shared/upload-limits";

/** Whether the album has this month: from 2022 (specification 9.4) to the current one. */
export function canBeFiled({ year, month }: YearMonth, now: Date): boolean {
  return year >= earliestYear && year * 12 + month <= now.getFullYear() * 12 + now.getMonth() + 1;
}
