import { cookies } from "next/headers";
import { timeZoneCookie } from "@/lib/shared/banner";
import { dayInZone, hourInZone } from "@/lib/shared/day-in-zone";
import { greetingAt, spokenName } from "@/lib/shared/greeting";

/** The visitor's time zone, such as "Europe/London"; undefined until the browser has reported it. */
export const visitorZone = async () => (await cookies()).get(timeZoneCookie)?.value;

/** Today for the visitor, YYYY-MM-DD; the UTC day until the browser has reported its time zone once. */
export async function visitorDay(): Promise<string> {
  return dayInZone(new Date(), await visitorZone());
}

/**
 * "Good evening, Ada" by the visitor's own clock, "Hello, Ada" until the browser has reported its time zone. The
 * browser leaves it unchanged: a longer greeting would wrap and push the page down while it loads.
 */
export async function greetingFor(name: string): Promise<string> {
  const hour = hourInZone(new Date(), await visitorZone());
  return `${hour === null ? "Hello" : greetingAt(hour)}, ${spokenName(name)}`;
}
