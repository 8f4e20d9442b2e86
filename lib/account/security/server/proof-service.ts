import { requireOwnPassword } from "@/lib/account/accounts/server/own-password-service";
import type { Proof } from "@/lib/account/security/schema";
import { personOfPasskey } from "@/lib/account/security/server/passkey-challenge-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import type { Actor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { AppError, badInput, notSignedIn } from "@/lib/http/errors";

/**
 * Checks that the person is present, and that this isn't someone else at a device left signed in.
 * @throws AppError 400 without a proof, 403 if the account has no means of proof, 422, 429
 */
export async function requireProof(actor: Actor, proof: Proof, party: RelyingParty): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { passwordHash: true, _count: { select: { passkeys: true } } },
  });
  if (!user) throw notSignedIn();
  if (!user.passwordHash && user._count.passkeys === 0) {
    throw new AppError(
      "password_needed",
      403,
      "Your account has no password yet. Set one first; then you can change how you sign in.",
    );
  }
  if (!proof.password && !proof.passkey) throw badInput("password", "Please enter your password");
  if (proof.passkey) {
    if ((await personOfPasskey(proof.passkey, party)) === actor.userId) return;
    throw new AppError("wrong_passkey", 422, "That passkey does not belong to this account.", {
      field: "passkey",
    });
  }
  if (!user.passwordHash) {
    throw new AppError("wrong_password", 422, "Your account has no password. Please use your passkey.", {
      field: "password",
    });
  }
  await requireOwnPassword(actor, proof.password ?? "", "password");
}
