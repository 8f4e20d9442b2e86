import { describeTakenMonths } from "@/components/album/uploads/taken-months-text";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { SettingSwitch } from "@/components/ui/setting-switch";
import type { UploadItem, YearMonth } from "@/lib/album/uploads/upload-state";
import { monthName } from "@/lib/shared/months";

export interface TakenMonthSwitchProps {
  items: readonly UploadItem[];
  takenMonths: ReadonlyMap<string, YearMonth | null>;
  form: UploadForm;
  onChange: (part: Partial<UploadForm>) => void;
}

function formMonthText({ year, month }: UploadForm): string {
  return year && month
    ? `Everything goes to ${monthName(month)} ${year}.`
    : "Everything goes to the month you choose.";
}

/** One choice for all the files: the months they were taken in, or the month selected below. */
export function TakenMonthSwitch({ items, takenMonths, form, onChange }: TakenMonthSwitchProps) {
  // A file that resumes an earlier upload already has its month.
  const free = items.filter(({ ownMonth }) => ownMonth === null);
  if (free.length === 0) return null;
  return (
    <div className="rounded-3xl bg-sunk px-5 py-1">
      <SettingSwitch
        label="Put each photo in the month it was taken"
        hint={form.isByDate ? describeTakenMonths(free, takenMonths, form) : formMonthText(form)}
        checked={form.isByDate}
        onChange={(isByDate) => onChange({ isByDate })}
      />
    </div>
  );
}
