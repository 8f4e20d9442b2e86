import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import { requestOrigin } from "@/lib/http/request-origin";

export interface Happening {
  /** account.signedIn, family.memberRemoved ...: a feature, a dot, what happened. */
  action: string;
  /** Who did it; null for the house itself and for somebody unknown. */
  actorId?: string | null;
  /** Whose account it is about. */
  subjectId?: string | null;
  familyId?: string | null;
  /** Facts for people; never a secret, a picture or a name of one. */
  detail?: Prisma.InputJsonObject;
  /** From where; unless told, where the request came from that this belongs to. */
  origin?: SessionOrigin;
}

/** Writes down what somebody did. With a transaction, the entry exists exactly when the change does. */
export async function recordActivity(
  happening: Happening,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  const origin = happening.origin ?? requestOrigin();
  await client.activityEntry.create({
    data: {
      action: happening.action,
      actorId: happening.actorId ?? null,
      subjectId: happening.subjectId ?? null,
      familyId: happening.familyId ?? null,
      detail: happening.detail ?? {},
      ipAddress: origin?.ipAddress ?? null,
      userAgent: origin?.userAgent?.slice(0, 300) ?? null,
    },
    select: { id: true },
  });
}
