import type { SessionDto } from "@/lib/account/security/schema";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { endSessionsOf, forgetSessions, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import { shownAddress } from "@/lib/http/networks";
import { describeDevice } from "@/lib/shared/device-text";

/** The devices that this person is signed in on: this one first, then the most recently seen. */
export async function listSessions(actor: Actor): Promise<SessionDto[]> {
  const rows = await db.session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: new Date() } },
    select: {
      id: true,
      method: true,
      userAgent: true,
      ipAddress: true,
      createdAt: true,
      lastSeenAt: true,
    },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
  });
  const sessions = rows.map(({ userAgent, ipAddress, createdAt, lastSeenAt, ...row }) => ({
    ...row,
    ipAddress: shownAddress(ipAddress),
    device: describeDevice(userAgent),
    isCurrent: row.id === actor.sessionId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Signs out one of this person's devices. @throws AppError 404 */
export async function endOwnSession(actor: Actor, id: string, origin: SessionOrigin): Promise<void> {
  const session = await db.session.findFirst({
    where: { id, userId: actor.userId },
    select: { userAgent: true },
  });
  const { count } = await db.session.deleteMany({ where: { id, userId: actor.userId } });
  if (!session || count === 0) throw notFound();
  forgetSessions((known) => known.sessionId === id);
  await recordActivity({
    action: "account.sessionEnded",
    actorId: actor.userId,
    subjectId: actor.userId,
    detail: { device: describeDevice(session.userAgent) },
    origin,
  });
}

/** Signs out every other device. @returns how many there were */
export async function endOtherSessions(actor: Actor, origin: SessionOrigin): Promise<number> {
  const { userId, sessionId } = actor;
  const count = await db.$transaction(async (client) => {
    const ended = await endSessionsOf(userId, { client, except: sessionId });
    if (ended > 0) {
      const detail = { count: ended };
      const entry = {
        action: "account.otherSessionsEnded",
        actorId: userId,
        subjectId: userId,
        detail,
        origin,
      } as const;
      await recordActivity(entry, client);
    }
    return ended;
  });
  forgetSessions((known) => known.userId === userId && known.sessionId !== sessionId);
  return count;
}
