import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { PasskeyAssertion } from "@/lib/account/security/schema";
import {
  challengeBytes,
  challengeMinutes,
  extractChallenge,
} from "@/lib/account/security/server/passkey-challenge";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import { consumeOneTimeToken, createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";

/** A challenge for the holder of any passkey: the browser offers the ones it has for this host. */
export async function startPasskeyChallenge(party: RelyingParty) {
  const { token } = await createOneTimeToken({
    kind: "passkeySignIn",
    userId: null,
    minutes: challengeMinutes,
  });
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: challengeBytes(token),
    timeout: challengeMinutes * 60_000,
    userVerification: "required",
  });
  return { ...options };
}

/**
 * The person whose passkey answered our challenge, which is used up in any case.
 * @returns null if none did, the passkey is unknown, or its counter went back (a copied key)
 */
export async function personOfPasskey(
  assertion: PasskeyAssertion,
  party: RelyingParty,
): Promise<string | null> {
  const challenge = extractChallenge(assertion.response.clientDataJSON);
  if (!(await consumeOneTimeToken("passkeySignIn", challenge))) return null;
  const passkey = await db.passkey.findUnique({
    where: { credentialId: assertion.id },
    select: { id: true, userId: true, credentialId: true, publicKey: true, counter: true },
  });
  if (!passkey) return null;
  const verified = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: { ...assertion.response },
      clientExtensionResults: {},
    } as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  // If two answers have the same counter, one is from a copied key: only one can update the row.
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter: verified.authenticationInfo.newCounter, lastUsedAt: new Date() },
  });
  return count === 1 ? passkey.userId : null;
}
