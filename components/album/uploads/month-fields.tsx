import { useState } from "react";
import { EarlierYear } from "@/components/album/uploads/earlier-year";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { useFirstYear } from "@/components/session/use-first-year";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { oldestYear, yearsDown } from "@/lib/shared/album-years";
import {
  decadeOf,
  type FiledMonth,
  monthChoices,
  monthName,
  monthTitle,
  unknownMonth,
  type YearPrecision,
} from "@/lib/shared/months";

type FiledForm = Pick<UploadForm, "year" | "month" | "yearPrecision">;

export interface MonthFieldsProps {
  /** Without `yearPrecision` the form can't say that a year is only roughly known. */
  form: FiledForm;
  onChange: (part: Partial<FiledForm>) => void;
  /** What these fields apply to, if not to everything. */
  legend?: string | undefined;
  /** Errors show once an upload has been attempted. */
  hasSubmitted: boolean;
  /** The server's errors by field. */
  errors?: { [Field in keyof FiledForm]?: string | undefined } | undefined;
}

/** The option for a year that the album doesn't have yet. */
const earlier = "earlier";
const chosen = (value: string) => (value === "" ? null : Number(value));

/** A newly chosen year or month is exact unless its precision is chosen too. */
const exactly = ({ yearPrecision }: FiledForm): Partial<FiledForm> =>
  yearPrecision === undefined ? {} : { yearPrecision: "exact" };

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
    if (value !== earlier) onChange({ year: chosen(value), ...exactly(form) });
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
            onChange={(event) => onChange({ month: chosen(event.target.value), ...exactly(form) })}
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
      {form.yearPrecision !== undefined && form.year !== null && form.month === unknownMonth && (
        <YearPrecisionField
          filed={{ year: form.year, month: unknownMonth, yearPrecision: form.yearPrecision }}
          firstYear={firstYear}
          error={errors?.yearPrecision}
          onChange={onChange}
        />
      )}
      {isAskingEarlier && (
        <div className="col-span-2">
          <EarlierYear
            onBegun={(year) => {
              setIsAskingEarlier(false);
              onChange({ year, ...exactly(form) });
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

interface YearPrecisionFieldProps {
  filed: FiledMonth;
  firstYear: number;
  error: string | undefined;
  onChange: MonthFieldsProps["onChange"];
}

/** For dates known only to the year or decade. */
function YearPrecisionField({ filed, firstYear, error, onChange }: YearPrecisionFieldProps) {
  const { year } = filed;
  const decade = decadeOf(year);
  const choices: FiledMonth[] = [
    { ...filed, yearPrecision: "exact" },
    { ...filed, yearPrecision: "around" },
    { ...filed, year: decade, yearPrecision: "decade" },
  ];
  // The album may begin in the middle of a decade.
  const offered = choices.filter((choice) => choice.year >= Math.min(firstYear, year));
  const choose = (precision: YearPrecision) =>
    onChange({ yearPrecision: precision, year: precision === "decade" ? decade : year });
  return (
    <FormField label="How well is the year known?" error={error} className="col-span-2">
      {(control) => (
        <Select
          {...control}
          value={filed.yearPrecision}
          onChange={(event) => choose(event.target.value as YearPrecision)}
        >
          {offered.map((choice) => (
            <option key={choice.yearPrecision} value={choice.yearPrecision}>
              {choice.yearPrecision === "exact" ? `It was ${year}` : monthTitle(choice)}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
