import { z } from "zod";
import { oldestYear } from "@/lib/shared/album-years";

/** The latest year that has begun anywhere on earth: clients ahead of UTC see it first. */
export function currentYear(now = new Date()): number {
  return new Date(now.getTime() + 14 * 3_600_000).getUTCFullYear();
}

/** Any year that an album can have; the family's own may begin later. */
export const yearSchema = z
  .int({ error: (issue) => (issue.input === undefined ? "Year is required" : "Year must be a whole number") })
  .min(oldestYear, `Year must be ${oldestYear} or later`)
  .refine((year) => year <= currentYear(), "Year can't be in the future");
