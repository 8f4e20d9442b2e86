import { counted } from "@/lib/shared/counted";

/** Formats "1,204 photos and videos from 2022 to 2026" from the years with media, in any order. */
export function describeAlbum(years: readonly { year: number; itemCount: number }[]): string {
  const total = years.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const text = counted(total, "photo or video", "photos and videos");
  const numbers = years.map(({ year }) => year);
  if (numbers.length === 0) return text;
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return first === last ? `${text} from ${first}` : `${text} from ${first} to ${last}`;
}
