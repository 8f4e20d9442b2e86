import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { activityWords, toldActions } from "@/lib/features/security/activity-words";
import { type ActivityDto, activityCount } from "@/lib/features/security/schema";
import { deviceWords } from "@/lib/shared/device-words";
import { plainAddress } from "@/lib/shared/plain-address";

/** What lately happened to this person's account, latest first. */
export async function listOwnActivity(actor: Actor): Promise<ActivityDto[]> {
  const rows = await db.activityEntry.findMany({
    where: { subjectId: actor.userId, action: { in: [...toldActions] } },
    select: { id: true, at: true, action: true, detail: true, ipAddress: true, userAgent: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: activityCount,
  });
  return rows.map(({ id, at, action, detail, ipAddress, userAgent }) => ({
    id,
    at: at.toISOString(),
    words: activityWords(action, detail) ?? action,
    device: userAgent === null ? null : deviceWords(userAgent),
    ipAddress: plainAddress(ipAddress),
  }));
}
