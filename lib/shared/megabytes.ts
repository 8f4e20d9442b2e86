import { gibibyte, mebibyte } from "@/lib/shared/units";

/** Formats "4.2 MB", "830 KB" or "1.2 GB"; a megabyte is 1,048,576 bytes. */
export function megabytes(bytes: number): string {
  if (bytes >= gibibyte) return `${(bytes / gibibyte).toFixed(1)} GB`;
  const value = bytes / mebibyte;
  if (value < 1) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${value.toFixed(value < 100 ? 1 : 0)} MB`;
}

/** Formats "10MB" (specification 8.4), "1.5MB", "10GB". */
export function megabyteLabel(bytes: number): string {
  const [unit, name] = bytes < gibibyte ? ([mebibyte, "MB"] as const) : ([gibibyte, "GB"] as const);
  return `${Number((bytes / unit).toFixed(1))}${name}`;
}
