import { monthStart } from "@/lib/shared/calendar-month";
import { counted } from "@/lib/shared/counted";
import { monthName } from "@/lib/shared/months";

/** @param month any moment of the month whose free prints an order used */
export const isOfThisMonth = (month: Date, now = new Date()): boolean => monthStart(month) >= monthStart(now);

/**
 * What happens to the free prints of a cancelled order: a month's end with it, those from vouchers stay.
 * @param used how many of each kind the order used, if known
 */
export function returnedPrintsText(
  month: Date,
  used?: { ofMonth: number; fromVouchers: number },
  now = new Date(),
): string {
  if (isOfThisMonth(month, now) || used?.ofMonth === 0) return "You get the prints back.";
  const ended = `The free prints of ${monthName(month.getUTCMonth() + 1)} have ended.`;
  if (!used) return `${ended} Only prints from vouchers come back.`;
  if (used.fromVouchers === 0) return ended;
  return `${ended} You get back ${counted(used.fromVouchers, "print")} from vouchers.`;
}
