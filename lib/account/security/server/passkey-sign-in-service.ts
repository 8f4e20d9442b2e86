import { type SignedIn, signedIn } from "@/lib/account/accounts/server/service";
import type { PasskeyAssertion } from "@/lib/account/security/schema";
import { openSessionIf, sessionUserSelect } from "@/lib/account/security/server/open-session-service";
import { personOfPasskey } from "@/lib/account/security/server/passkey-challenge-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";

/**
 * Signs in with a passkey. It was unlocked on the device, by fingerprint, face or PIN, so it counts as both factors.
 * @throws AppError 401
 */
export async function signInWithPasskey(
  assertion: PasskeyAssertion,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const userId = await personOfPasskey(assertion, party);
  const user = userId ? await db.user.findUnique({ where: { id: userId }, select: sessionUserSelect }) : null;
  const passkey = { credentialId: assertion.id };
  const cookie =
    user &&
    (await openSessionIf(
      async (client) => (await client.passkey.count({ where: { ...passkey, userId: user.id } })) > 0,
      user,
      "passkey",
      origin,
    ));
  if (!cookie) {
    throw new AppError(
      "passkey_refused",
      401,
      "This passkey doesn't belong to an account here. Please sign in another way.",
    );
  }
  return signedIn(cookie);
}
