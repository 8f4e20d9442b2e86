import { useCallback, useState } from "react";

export interface UploadForm {
  /** null while nothing is chosen. */
  year: number | null;
  month: number | null;
  description: string;
  /** Each photo goes to the month it was taken in; year and month are for those that don't say. */
  isByDate: boolean;
}

function currentForm(): UploadForm {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, description: "", isByDate: true };
}

/** Year, month and words of the upload; they begin, and end up again, at the current month without words. */
export function useUploadForm() {
  const [form, setForm] = useState(currentForm);
  const change = useCallback((part: Partial<UploadForm>) => setForm((now) => ({ ...now, ...part })), []);
  const reset = useCallback(() => setForm(currentForm()), []);
  return { form, change, reset };
}
