import { monthStart } from "@/lib/shared/calendar-month";
import { monthName } from "@/lib/shared/months";

/** @param month any moment of the month whose free prints an order used */
export const isOfThisMonth = (month: Date, now = new Date()): boolean => monthStart(month) >= monthStart(now);

/** What happens to the free prints of a cancelled order: a month's end with it. */
export const returnedPrintsText = (month: Date, now = new Date()): string =>
  isOfThisMonth(month, now)
    ? "You get the prints back."
    : `The free prints of ${monthName(month.getUTCMonth() + 1)} have ended.`;
