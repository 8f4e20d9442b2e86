import type { Actor } from "@/lib/core/auth/server/actor";
import { env } from "@/lib/env";
import { usualFirstYear } from "@/lib/shared/album-years";

/** The person and family behind a session, key or screen. */
export interface ActorRow {
  userId: string;
  username: string;
  isSuperAdmin: boolean;
  isChild: boolean;
  isUnconfirmed: boolean;
  familyId: string | null;
  isSuspended: boolean;
  role: Actor["role"];
  tier: Actor["tier"] | null;
  firstYear: number | null;
  unstacks: boolean;
}

/** The row's columns in SQL, from the person u, their membership m and its family f. */
export const personColumns = `u.id AS "userId", u.username, u."isSuperAdmin", u."isChild",
         u."emailConfirmedAt" IS NULL AND NOT u."isChild" AND NOT u."isSuperAdmin" AS "isUnconfirmed",
         m."familyId", m.role, f.tier, f."firstYear", f."suspendedAt" IS NOT NULL AS "isSuspended",
         u.settings @> '{"showsStacks": false}' AS unstacks`;

export function actorOfRow(
  row: ActorRow,
  by: Pick<Actor, "sessionId" | "key" | "screenId" | "isDirectAccess">,
): Actor {
  const role = row.isSuspended ? null : row.role;
  return {
    ...by,
    userId: row.userId,
    username: row.username,
    // In a suspended family, every caller finds no family, so a forgotten check lets nobody in.
    familyId: row.isSuspended ? null : row.familyId,
    suspendedFamilyId: row.isSuspended ? row.familyId : null,
    role,
    isAdmin: role === "owner" || role === "admin",
    isSuperAdmin: row.isSuperAdmin,
    isChild: row.isChild,
    // If email isn't set up, nobody could confirm an address, so everything stays allowed.
    isUnconfirmed: row.isUnconfirmed && Boolean(env.SMTP_URL),
    tier: (!row.isSuspended && row.tier) || "free",
    unstacks: row.unstacks,
    firstYear: row.firstYear ?? usualFirstYear,
  };
}
