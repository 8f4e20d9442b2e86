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

/**
 * Opens a session unless the proof has become invalid since it was checked: the password was changed, say, or the
 * passkey removed.
 * @returns the cookie's value; null if the proof no longer counts
 */
export function openSessionIf(
  isStillProof: (client: Prisma.TransactionClient) => Promise<boolean>,
  user: SessionUser,
  method: SignInMethod,
  origin: SessionOrigin,
): Promise<string | null> {
  return db.$transaction(async (client) => {
    // Families are locked before users everywhere, and the session's row refers to both.
    await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${user.lastFamilyId}::uuid FOR KEY SHARE`;
    // A change of the password or a reset updates this row before it ends sessions: either it comes first and is seen
    // here, or it waits and ends this session too.
    await client.$executeRaw`SELECT 1 FROM "User" WHERE id = ${user.id}::uuid FOR SHARE`;
    return (await isStillProof(client)) ? openSession(user, method, origin, client) : null;
  });
}
