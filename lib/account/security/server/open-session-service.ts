import { recordActivity } from "@/lib/core/activity/server/service";
import { createSession, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import type { SignInMethod } from "@/lib/generated/prisma/enums";

/** What a session needs to know about its person. */
export const sessionUserSelect = { id: true, isSuperAdmin: true, lastFamilyId: true } as const;
export type SessionUser = { id: string; isSuperAdmin: boolean; lastFamilyId: string | null };

/** Opens a session for someone who has proved who they are, and logs it. @returns the cookie's value */
export async function openSession(
  user: SessionUser,
  method: SignInMethod,
  origin: SessionOrigin,
  client: Prisma.TransactionClient = db,
): Promise<string> {
  const cookie = await createSession(user, { ...origin, method }, client);
  await recordActivity(
    { action: "account.signedIn", actorId: user.id, subjectId: user.id, detail: { method }, origin },
    client,
  );
  return cookie;
}
