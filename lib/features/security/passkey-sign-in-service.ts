import type { SessionOrigin } from "@/lib/auth/sessions";
import { db } from "@/lib/db";
import { type SignedIn, signedIn } from "@/lib/features/accounts/service";
import { openSession, sessionUserSelect } from "@/lib/features/security/open-session-service";
import { personOfPasskey } from "@/lib/features/security/passkey-challenge-service";
import type { RelyingParty } from "@/lib/features/security/relying-party";
import type { PasskeyAssertion } from "@/lib/features/security/schema";
import { AppError } from "@/lib/http/errors";

/**
 * Signs in with a passkey. It was unlocked on the device, by finger, face or PIN, and so stands for both factors.
 * @throws AppError 401
 */
export async function signInWithPasskey(
  assertion: PasskeyAssertion,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const userId = await personOfPasskey(assertion, party);
  const user = userId ? await db.user.findUnique({ where: { id: userId }, select: sessionUserSelect }) : null;
  if (!user) {
    throw new AppError(
      "passkey_refused",
      401,
      "This passkey doesn't belong to an account here. Please sign in another way.",
    );
  }
  return signedIn(await openSession(user, "passkey", origin));
}
