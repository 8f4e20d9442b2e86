import type { MediaItemDto } from "@/lib/album/media/schema";
import { dateFormat, formatDay } from "@/lib/shared/day-text";

/** The day an item was taken, YYYY-MM-DD by the camera's clock; empty if the file does not say. */
export const dayOf = (item: Pick<MediaItemDto, "takenAt">): string => item.takenAt?.slice(0, 10) ?? "";

/**
 * "Saturday 6 June" as `locale` writes it, with the year when it is not `year`.
 * @param day YYYY-MM-DD; empty for items without a date
 * @param length "short" for "Sat 6 Jun", or "6 Jun 2024"
 */
export function dayHeading(
  day: string,
  year: number | undefined,
  locale?: string,
  length: "long" | "short" = "long",
): string {
  if (day === "") return "No date";
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = dateFormat("en-GB", { weekday: length, timeZone: "UTC" }).format(date);
  const isOfYear = date.getUTCFullYear() === year;
  const text =
    isOfYear || length === "short"
      ? dateFormat(locale ?? "en-GB", {
          day: "numeric",
          month: length,
          ...(isOfYear ? {} : { year: "numeric" }),
          timeZone: "UTC",
        }).format(date)
      : formatDay(date, "UTC", locale);
  // The year leaves no room for the weekday.
  if (length === "short" && !isOfYear) return text;
  return `${weekday}${/^\d/.test(text) ? "" : ","} ${text}`;
}
