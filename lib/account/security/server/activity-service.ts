import { type ActivityDto, activityCount } from "@/lib/account/security/schema";
import { describeActivity, describedActions } from "@/lib/account/security/server/activity-text";
import type { Actor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { shownAddress } from "@/lib/http/networks";
import { describeDevice } from "@/lib/shared/device-text";

interface Origin {
  actorId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Where an entry came from; hidden if another account did it, since that is private to the other person. */
export function visibleOrigin({ userId }: Actor, { actorId, ipAddress, userAgent }: Origin) {
  const isAnothers = actorId !== null && actorId !== userId;
  return isAnothers ? { ipAddress: null, userAgent: null } : { ipAddress, userAgent };
}

/** Recent activity on this person's account, latest first. */
export async function listOwnActivity(actor: Actor): Promise<ActivityDto[]> {
  const rows = await db.activityEntry.findMany({
    where: { subjectId: actor.userId, action: { in: [...describedActions] } },
    select: {
      id: true,
      at: true,
      action: true,
      detail: true,
      actorId: true,
      ipAddress: true,
      userAgent: true,
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: activityCount,
  });
  return rows.map((row) => {
    const { ipAddress, userAgent } = visibleOrigin(actor, row);
    return {
      id: row.id,
      at: row.at.toISOString(),
      words: describeActivity(row.action, row.detail) ?? row.action,
      device: userAgent === null ? null : describeDevice(userAgent),
      ipAddress: shownAddress(ipAddress),
    };
  });
}
