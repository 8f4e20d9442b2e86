import { counted } from "@/lib/shared/counted";
import { dayMs, hourMs } from "@/lib/shared/units";

/** Formats "12 seconds", "3 minutes", "2 hours", "4 days". */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return counted(seconds, "second");
  if (ms < 2 * hourMs) return counted(Math.floor(ms / 60_000), "minute");
  if (ms < 2 * dayMs) return counted(Math.floor(ms / hourMs), "hour");
  return counted(Math.floor(ms / dayMs), "day");
}
