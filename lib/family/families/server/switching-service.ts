import type { Actor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import type { FamilyDto } from "@/lib/family/families/schema";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/**
 * Switches this session to another of the person's families. Other devices stay where they are.
 * @throws AppError 404 for a family that isn't theirs
 */
export async function switchFamily(actor: Actor, familyId: string): Promise<FamilyDto> {
  if (!isUuid(familyId) || actor.isSuperAdmin) throw notFound();
  await db.$transaction(async (client) => {
    // Waits for changes of members to finish (lockFamily): nobody enters a family they are being removed from.
    await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR KEY SHARE`;
    const switched = await client.$executeRaw`
      UPDATE "Session" SET "familyId" = m."familyId" FROM "Membership" m
      WHERE "Session".id = ${actor.sessionId}::uuid AND m."userId" = "Session"."userId"
        AND m."familyId" = ${familyId}::uuid`;
    if (switched === 0) throw notFound();
    await client.user.update({
      where: { id: actor.userId },
      data: { lastFamilyId: familyId },
      select: { id: true },
    });
  });
  forgetSessions(({ sessionId }) => sessionId === actor.sessionId);
  return requireFamilyOf(actor, familyId);
}
