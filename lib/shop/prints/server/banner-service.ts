import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { PrintBannerDto } from "@/lib/shop/prints/schema";

const monthOf = (day: Date) => day.toISOString().slice(0, 7);
const dayOf = (day: Date) => day.toISOString().slice(0, 10);

/**
 * Whether home shows the banner about free prints: on one day a month, and not once it was closed. Days and months are
 * in UTC, like the free prints'.
 */
export function isPrintBannerDue(
  { seenOn, closedOn }: { seenOn: Date | null; closedOn: Date | null },
  now: Date,
): boolean {
  if (closedOn && monthOf(closedOn) === monthOf(now)) return false;
  return !seenOn || monthOf(seenOn) !== monthOf(now) || dayOf(seenOn) === dayOf(now);
}

export async function shouldShowPrintBanner(actor: MemberActor, now = new Date()): Promise<boolean> {
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { bannerSeenOn: true, bannerClosedOn: true },
  });
  return user !== null && isPrintBannerDue({ seenOn: user.bannerSeenOn, closedOn: user.bannerClosedOn }, now);
}

/** Records the first day of the month on which it was seen; closing it also counts as seeing it. */
export async function updatePrintBanner(
  actor: MemberActor,
  { isClosed }: PrintBannerDto,
  now = new Date(),
): Promise<PrintBannerDto> {
  const today = dayOf(now);
  await db.$executeRaw`
    UPDATE "User" SET
      "bannerSeenOn" = CASE WHEN "bannerSeenOn" >= date_trunc('month', ${today}::date)::date
        THEN "bannerSeenOn" ELSE ${today}::date END,
      "bannerClosedOn" = CASE WHEN ${isClosed} THEN ${today}::date ELSE "bannerClosedOn" END
    WHERE id = ${actor.userId}::uuid`;
  return { isClosed };
}
