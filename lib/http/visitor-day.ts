import { cookies } from "next/headers";
import { timeZoneCookie } from "@/lib/shared/banner";
import { dayInZone } from "@/lib/shared/day-in-zone";

/** Today where the visitor is, YYYY-MM-DD; UTC's day until the browser has told its time zone once. */
export async function visitorDay(): Promise<string> {
  return dayInZone(new Date(), (await cookies()).get(timeZoneCookie)?.value);
}
