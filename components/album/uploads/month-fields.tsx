import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { useFirstYear } from "@/components/session/use-first-year";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { yearsDown } from "@/lib/shared/album-years";
import { monthName } from "@/lib/shared/months";

export interface MonthFieldsProps {
  form: Pick<UploadForm, "year" | "month">;
  onChange: (part: Partial<Pick<UploadForm, "year" | "month">>) => void;
  /** What these fields apply to, when that is not everything. */
  legend?: string | undefined;
  /** Errors show once an upload was attempted. */
  hasSubmitted: boolean;
}

const months = Array.from({ length: 12 }, (_, index) => index + 1);
const chosen = (value: string) => (value === "" ? null : Number(value));

/** Specification 5: from the current year back to the album's first, and a month. */
export function MonthFields({ form, legend, onChange, hasSubmitted }: MonthFieldsProps) {
  const currentYear = new Date().getFullYear();
  const years = yearsDown(useFirstYear(), currentYear);
  return (
    <fieldset className="grid grid-cols-2 gap-3.5">
      {legend && <legend className="mb-2 text-step--1 text-ink-soft">{legend}</legend>}
      <FormField label="Year" error={hasSubmitted && form.year === null ? "Year is required" : undefined}>
        {(control) => (
          <Select
            {...control}
            value={form.year ?? ""}
            onChange={(event) => onChange({ year: chosen(event.target.value) })}
          >
            <option value="">Choose a year</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label="Month" error={hasSubmitted && form.month === null ? "Month is required" : undefined}>
        {(control) => (
          <Select
            {...control}
            value={form.month ?? ""}
            onChange={(event) => onChange({ month: chosen(event.target.value) })}
          >
            <option value="">Choose a month</option>
            {months.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </fieldset>
  );
}
