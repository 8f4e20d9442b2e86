import { useCallback, useState } from "react";
import type { YearPrecision } from "@/lib/shared/months";

export interface UploadForm {
  /** null until one is chosen. */
  year: number | null;
  month: number | null;
  /** How well the year is known if the month isn't; undefined if the form can't say. */
  yearPrecision?: YearPrecision | undefined;
  description: string;
  /** Each photo goes to the month it was taken in; year and month are for photos without a date. */
  isByDate: boolean;
}

function currentForm(): UploadForm {
  const now = new Date();
  return {
    year: now.getFullYear(),
    month: now.getMonth() + 1,
    yearPrecision: "exact",
    description: "",
    isByDate: true,
  };
}

/**
 * The upload's year, month and description; they start as, and are reset to, the current month without a description.
 */
export function useUploadForm() {
  const [form, setForm] = useState(currentForm);
  const change = useCallback((part: Partial<UploadForm>) => setForm((now) => ({ ...now, ...part })), []);
  const reset = useCallback(() => setForm(currentForm()), []);
  return { form, change, reset };
}
