import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { type AlbumSpan, canBeFiled } from "@/lib/album/uploads/fileable-month";
import type { UploadItem, YearMonth } from "@/lib/album/uploads/upload-state";
import { listed } from "@/lib/shared/listed";
import { formatMonth } from "@/lib/shared/months";

const maxNamedMonths = 2;

interface Counts {
  unread: number;
  dated: number;
  undated: number;
  early: number;
  /** Moved back to the form's month by hand. */
  movedBack: number;
  months: Map<string, YearMonth>;
}

function count(
  items: readonly UploadItem[],
  takenMonths: ReadonlyMap<string, YearMonth | null>,
  span: AlbumSpan,
): Counts {
  const counts: Counts = { unread: 0, dated: 0, undated: 0, early: 0, movedBack: 0, months: new Map() };
  for (const { id, followsDate } of items) {
    const taken = takenMonths.get(id);
    if (taken === undefined) counts.unread += 1;
    else if (taken && taken.year < span.firstYear) counts.early += 1;
    else if (!taken || !canBeFiled(taken, span)) counts.undated += 1;
    else if (!followsDate) counts.movedBack += 1;
    else {
      counts.dated += 1;
      counts.months.set(formatMonth(taken), taken);
    }
  }
  return counts;
}

function exceptionsText(
  { dated, undated, early, movedBack }: Counts,
  place: string,
  firstYear: number,
): string {
  const total = undated + early + movedBack;
  if (total === 0) return "";
  const goes = total === 1 ? `it goes to ${place}.` : `they go to ${place}.`;
  if (dated === 0 && total === undated)
    return total === 1 ? `It has no date: ${goes}` : `None of them has a date: ${goes}`;
  const parts = [
    undated > 0 && `${undated} ${undated === 1 ? "has" : "have"} no date`,
    early > 0 && `${early} ${early === 1 ? "was" : "were"} taken before ${firstYear}`,
    movedBack > 0 && `${movedBack} ${movedBack === 1 ? "was" : "were"} moved back`,
  ].filter((part) => part !== false);
  return `${listed(parts)}: ${goes}`;
}

/** Describes where the chosen files go by their dates and, on the same line, which ones can't. */
export function describeTakenMonths(
  items: readonly UploadItem[],
  takenMonths: ReadonlyMap<string, YearMonth | null>,
  form: UploadForm,
  span: AlbumSpan,
): string {
  const counts = count(items, takenMonths, span);
  const { unread, dated, months } = counts;
  if (items.length === 0) return "";
  if (unread > 0) return "Checking when they were taken…";
  const { year, month, yearPrecision } = form;
  const place =
    year !== null && month !== null ? formatMonth({ year, month, yearPrecision }) : "the month you choose";
  const places = months.size <= maxNamedMonths ? listed(months.keys()) : `${months.size} different months`;
  const whole = dated === items.length;
  const subject = whole
    ? dated === 1
      ? "It goes"
      : `All ${dated} go`
    : `${dated} ${dated === 1 ? "goes" : "go"}`;
  const there = dated > 0 ? `${subject} to ${places}.` : "";
  return [there, exceptionsText(counts, place, span.firstYear)].filter(Boolean).join(" ");
}
