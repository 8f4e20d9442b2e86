import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useTakenMonths } from "@/components/uploads/use-taken-months";
import type { UploadForm } from "@/components/uploads/use-upload-form";
import { groupByTakenMonth, type TakenGroup } from "@/lib/features/uploads/taken-month";
import type { UploadEngine } from "@/lib/features/uploads/upload-engine";
import type { UploadItem } from "@/lib/features/uploads/upload-state";
import { monthName } from "@/lib/shared/months";

export interface TakenMonthOffersProps {
  engine: UploadEngine;
  items: readonly UploadItem[];
  form: UploadForm;
  onChange: (part: Partial<UploadForm>) => void;
}

/** Offers in one tap to file photos where the camera says they belong (product.md, Album). */
export function TakenMonthOffers({ engine, items, form, onChange }: TakenMonthOffersProps) {
  const taken = useTakenMonths(items);
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());
  const placed = items.map(({ id, ownMonth }) => {
    const isAnswered = ownMonth !== null || declined.has(id);
    return { id, taken: isAnswered ? null : (taken.get(id) ?? null), year: form.year, month: form.month };
  });
  const groups = groupByTakenMonth(placed);
  if (groups.length === 0) return null;

  function accept({ ids, year, month }: TakenGroup) {
    // All of them: then it is simply the month of this upload.
    if (ids.length === items.length) onChange({ year, month });
    else engine.fileUnder(ids, { year, month });
  }

  return (
    <ul aria-label="Months the photos were taken in" className="space-y-3">
      {groups.map((group) => {
        const place = `${monthName(group.month)} ${group.year}`;
        const { length } = group.ids;
        const words =
          length === 1
            ? `This photo was taken in ${place}. File it there?`
            : `These ${length} photos were taken in ${place}. File them there?`;
        const name = items.find(({ id }) => id === group.ids[0])?.file.name;
        return (
          <li
            key={place}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3xl bg-honey-soft px-5 py-4"
          >
            <CalendarCheck aria-hidden="true" className="size-6 flex-none max-md:hidden" strokeWidth={1.7} />
            <div className="min-w-[200px] flex-1">
              <p className="font-semibold">{words}</p>
              {length === 1 && items.length > 1 && (
                <p className="truncate text-step--1 text-ink-soft">{name}</p>
              )}
            </div>
            <div className="flex gap-2 max-md:w-full max-md:[&>button]:flex-1">
              <Button
                variant="ghost"
                size="small"
                aria-label={`No, leave the photos of ${place} where they are`}
                onClick={() => setDeclined(new Set([...declined, ...group.ids]))}
              >
                No
              </Button>
              <Button size="small" onClick={() => accept(group)}>
                File under {place}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
