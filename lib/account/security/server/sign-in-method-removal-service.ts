import { configuredIdentityProviders } from "@/lib/account/accounts/server/identity-providers";
import { announceChange, type SecurityChange } from "@/lib/account/accounts/server/notice-service";
import type { Proof } from "@/lib/account/security/schema";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import type { Actor } from "@/lib/core/auth/server/actor";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import { AppError, notSignedIn } from "@/lib/http/errors";

/** Rejects a removal that would leave someone without a way into their account. @throws AppError 409 */
async function requireSignInMethod(userId: string, client: Prisma.TransactionClient): Promise<void> {
  const provider = { in: configuredIdentityProviders().map(({ id }) => id as string) };
  const user = await client.user.findUnique({
    where: { id: userId },
    select: {
      passwordHash: true,
      _count: { select: { passkeys: true, linkedIdentities: { where: { provider } } } },
    },
  });
  if (!user) throw notSignedIn();
  if (user.passwordHash || user._count.passkeys + user._count.linkedIdentities > 0) return;
  throw new AppError(
    "last_way_in",
    409,
    "This is the only way to sign in to your account. Set a password first, then remove it.",
  );
}

/**
 * Removes a sign-in method, once the person has proved again who they are, and notifies them.
 * @param remove removes it and returns its name; throws 404 when it doesn't exist
 * @throws AppError 404; 409 when it is the last sign-in method
 */
export async function removeSignInMethod(
  actor: Actor,
  proof: Proof,
  party: RelyingParty,
  origin: SessionOrigin,
  remove: (client: Prisma.TransactionClient) => Promise<Omit<SecurityChange, "userId">>,
): Promise<void> {
  await requireProof(actor, proof, party);
  await db.$transaction(async (client) => {
    // If two removals run at once, the second sees the result of the first.
    await client.$queryRaw`SELECT id FROM "User" WHERE id = ${actor.userId}::uuid FOR UPDATE`;
    const change = await remove(client);
    await requireSignInMethod(actor.userId, client);
    await announceChange({ userId: actor.userId, ...change }, origin, client);
  });
}
