import { dayMs } from "@/lib/shared/units";

/** Sunday, 17:00 UTC. */
const weekday = 0;
const hour = 17;
/** People missed by a stopped server still get it within a day; later it would be old news. */
const lateMs = dayMs;

/** When the latest weekly e-mail was due; null if that is too long ago to send it now. */
export function dueDigest(now: Date): Date | null {
  const due = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour));
  due.setUTCDate(due.getUTCDate() - ((due.getUTCDay() - weekday + 7) % 7));
  if (due > now) due.setUTCDate(due.getUTCDate() - 7);
  return now.getTime() - due.getTime() < lateMs ? due : null;
}
