import { useState } from "react";
import { EarlierYear } from "@/components/album/uploads/earlier-year";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { useFirstYear } from "@/components/session/use-first-year";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { oldestYear, yearsDown } from "@/lib/shared/album-years";
import { monthChoices, monthName } from "@/lib/shared/months";

export interface MonthFieldsProps {
  form: Pick<UploadForm, "year" | "month">;
  onChange: (part: Partial<Pick<UploadForm, "year" | "month">>) => void;
  /** What these fields apply to, when that is not everything. */
  legend?: string | undefined;
  /** Errors show once an upload was attempted. */
  hasSubmitted: boolean;
  /** What the server said about a field. */
  errors?: { year?: string | undefined; month?: string | undefined } | undefined;
}

/** Among the years to choose: one that the album doesn't have yet. */
const earlier = "earlier";
const chosen = (value: string) => (value === "" ? null : Number(value));

/** From the current year back to the album's first, and an item's own year if that is earlier. */
function yearsToChoose(own: number | null, firstYear: number): number[] {
  const years = yearsDown(firstYear, new Date().getFullYear());
  return own === null || years.includes(own) ? years : [...years, own];
}

/** Specification 5: from the current year back to the album's first, and a month or 'Unknown'. */
export function MonthFields({ form, legend, onChange, hasSubmitted, errors }: MonthFieldsProps) {
  const firstYear = useFirstYear();
  const [own] = useState(form.year);
  const [isAskingEarlier, setIsAskingEarlier] = useState(false);

  function chooseYear(value: string) {
    setIsAskingEarlier(value === earlier);
    if (value !== earlier) onChange({ year: chosen(value) });
  }

  return (
    <fieldset className="grid grid-cols-2 gap-3.5">
      {legend && <legend className="mb-2 text-step--1 text-ink-soft">{legend}</legend>}
      <FormField label="Year" error={hasSubmitted && form.year === null ? "Year is required" : errors?.year}>
        {(control) => (
          <Select {...control} value={form.year ?? ""} onChange={(event) => chooseYear(event.target.value)}>
            <option value="">Choose a year</option>
            {yearsToChoose(own, firstYear).map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
            {firstYear > oldestYear && <option value={earlier}>Before {firstYear}…</option>}
          </Select>
        )}
      </FormField>
      <FormField
        label="Month"
        error={hasSubmitted && form.month === null ? "Month is required" : errors?.month}
      >
        {(control) => (
          <Select
            {...control}
            value={form.month ?? ""}
            onChange={(event) => onChange({ month: chosen(event.target.value) })}
          >
            <option value="">Choose a month</option>
            {monthChoices.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {isAskingEarlier && (
        <div className="col-span-2">
          <EarlierYear
            onBegun={(year) => {
              setIsAskingEarlier(false);
              onChange({ year });
            }}
          />
        </div>
      )}
    </fieldset>
  );
}
