import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

/**
 * For a row of "Media" m: it was reported, and the family's admins have not decided. It is hidden like an item in the
 * trash, but isn't in it: it can't be restored and doesn't expire.
 */
export const awaitsDecision = Sql.sql`EXISTS (
  SELECT 1 FROM "ContentReport" r WHERE r."mediaId" = m.id AND r.decision IS NULL)`;

/**
 * The items this person may restore: their own, or all for an admin. Only admins can restore what an admin deleted
 * after a report.
 */
export function restorableBy(actor: MemberActor): Prisma.MediaWhereInput {
  if (actor.isAdmin) return { contentReports: { none: { decision: null } } };
  return {
    uploaderId: actor.userId,
    contentReports: { none: { OR: [{ decision: null }, { decision: "delete" }] } },
  };
}

/** The same rule, for "Media" m. */
export function restorableSql(actor: MemberActor): Sql.Sql {
  if (actor.isAdmin) return Sql.sql`NOT ${awaitsDecision}`;
  return Sql.sql`m."uploaderId" = ${actor.userId}::uuid AND NOT EXISTS (
    SELECT 1 FROM "ContentReport" r
    WHERE r."mediaId" = m.id AND (r.decision IS NULL OR r.decision = 'delete'))`;
}
