import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

/**
 * Of a row of "Media" m: it was reported, and its family's admins have not decided. It is hidden like something in the
 * trash, but it isn't there: nobody restores it and time doesn't remove it.
 */
export const awaitsDecision = Sql.sql`EXISTS (
  SELECT 1 FROM "ContentReport" r WHERE r."mediaId" = m.id AND r.decision IS NULL)`;

/**
 * What this person may restore: their own items, an admin all. What an admin deleted because it was reported only
 * admins restore.
 */
export function restorableBy(actor: MemberActor): Prisma.MediaWhereInput {
  if (actor.isAdmin) return { contentReports: { none: { decision: null } } };
  return {
    uploaderId: actor.userId,
    contentReports: { none: { OR: [{ decision: null }, { decision: "delete" }] } },
  };
}

/** The same rule, of "Media" m. */
export function restorableSql(actor: MemberActor): Sql.Sql {
  if (actor.isAdmin) return Sql.sql`NOT ${awaitsDecision}`;
  return Sql.sql`m."uploaderId" = ${actor.userId}::uuid AND NOT EXISTS (
    SELECT 1 FROM "ContentReport" r
    WHERE r."mediaId" = m.id AND (r.decision IS NULL OR r.decision = 'delete'))`;
}
