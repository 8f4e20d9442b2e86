import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import { requestOrigin } from "@/lib/http/request-origin";

export interface ActivityInput {
  /** account.signedIn, family.memberRemoved ...: a feature, a dot, and what happened. */
  action: string;
  /** Who did it; null for the installation itself and for unknown people. */
  actorId?: string | null;
  /** Whose account it is about. */
  subjectId?: string | null;
  familyId?: string | null;
  /** Readable facts; never a secret, a picture or its name. */
  detail?: Prisma.InputJsonObject;
  /** Where it came from; by default, the origin of the current request. */
  origin?: SessionOrigin;
}

/** Records what someone did. Inside a transaction, the entry is committed together with the change. */
export async function recordActivity(
  happening: ActivityInput,
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
