import { BeginEarlier } from "@/components/album/uploads/begin-earlier";
import { describeTakenMonths } from "@/components/album/uploads/taken-months-text";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { useFirstYear } from "@/components/session/use-first-year";
import { SettingSwitch } from "@/components/ui/setting-switch";
import type { UploadItem, YearMonth } from "@/lib/album/uploads/upload-state";
import { oldestYear } from "@/lib/shared/album-years";
import { formatMonth } from "@/lib/shared/months";

export interface TakenMonthSwitchProps {
  items: readonly UploadItem[];
  takenMonths: ReadonlyMap<string, YearMonth | null>;
  form: UploadForm;
  onChange: (part: Partial<UploadForm>) => void;
}

function formMonthText({ year, month, yearPrecision }: UploadForm): string {
  return year !== null && month !== null
    ? `Everything goes to ${formatMonth({ year, month, yearPrecision })}.`
    : "Everything goes to the month you choose.";
}

/** One choice for all the files: the months they were taken in, or the month selected below. */
export function TakenMonthSwitch({ items, takenMonths, form, onChange }: TakenMonthSwitchProps) {
  const firstYear = useFirstYear();
  // A file that resumes an earlier upload already has its month.
  const free = items.filter(({ ownMonth }) => ownMonth === null);
  if (free.length === 0) return null;
  const years = free
    .flatMap(({ id }) => takenMonths.get(id)?.year ?? [])
    .filter((year) => year >= oldestYear);
  const oldest = years.length > 0 ? Math.min(...years) : null;
  return (
    <div className="rounded-3xl bg-sunk px-5 py-1">
      <SettingSwitch
        label="Put each photo in the month it was taken"
        hint={
          form.isByDate
            ? describeTakenMonths(free, takenMonths, form, { firstYear, today: new Date() })
            : formMonthText(form)
        }
        checked={form.isByDate}
        onChange={(isByDate) => onChange({ isByDate })}
      />
      {oldest !== null && (
        <div className="pb-3">
          <BeginEarlier year={oldest} />
        </div>
      )}
    </div>
  );
}
