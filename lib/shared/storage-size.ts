import { megabytes } from "@/lib/shared/megabytes";
import { gibibyte } from "@/lib/shared/units";

/** Formats "5GB", "1.5GB", "830MB", as the plans write it; "unlimited storage" for null. */
export function storageSize(bytes: number | null): string {
  if (bytes === null) return "unlimited storage";
  if (bytes === 0) return "0MB";
  if (bytes < gibibyte) return megabytes(bytes).replace(" ", "");
  const value = bytes / gibibyte;
  return `${Number.isInteger(value) || value >= 100 ? Math.floor(value) : value.toFixed(1)}GB`;
}
