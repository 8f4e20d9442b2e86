import type { AlbumDto } from "@/lib/album/albums/schema";
import { counted } from "@/lib/shared/counted";
import { monthName, unknownMonth } from "@/lib/shared/months";

type SpanMonth = NonNullable<AlbumDto["firstMonth"]>;
type Span = Pick<AlbumDto, "firstMonth" | "lastMonth">;

const named = ({ year, month }: SpanMonth) =>
  month === unknownMonth ? `${year}` : `${monthName(month)} ${year}`;

/** "July 2024"; "June to August 2024"; "June 2024 to May 2026"; empty for an empty album. */
export function describeSpan({ firstMonth, lastMonth }: Span): string {
  if (!firstMonth || !lastMonth) return "";
  const [first, last] = [named(firstMonth), named(lastMonth)];
  if (first === last) return first;
  const isOneYear = firstMonth.year === lastMonth.year;
  if (isOneYear && firstMonth.month === unknownMonth) return `${lastMonth.year}`;
  return `${isOneYear ? monthName(firstMonth.month) : first} to ${last}`;
}

/** "48 items, June to August 2024" */
export function describeAlbumItems({ itemCount, ...span }: Span & Pick<AlbumDto, "itemCount">): string {
  return [itemCount === 0 ? "Nothing in it yet" : counted(itemCount, "item"), describeSpan(span)]
    .filter(Boolean)
    .join(", ");
}
