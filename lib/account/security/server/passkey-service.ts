import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { announceChange } from "@/lib/account/accounts/server/notice-service";
import {
  maxPasskeys,
  type PasskeyDto,
  type PasskeyRegistration,
  type Proof,
} from "@/lib/account/security/schema";
import {
  challengeBytes,
  challengeMinutes,
  extractChallenge,
} from "@/lib/account/security/server/passkey-challenge";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import { removeSignInMethod } from "@/lib/account/security/server/sign-in-method-removal-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { consumeOneTimeToken, createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError, notFound, notSignedIn } from "@/lib/http/errors";
import { isUniqueViolation } from "@/lib/shared/database-errors";

const passkeySelect = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;
interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const passkeyDto = (row: PasskeyRow): PasskeyDto => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

const notAdded = () =>
  new AppError("passkey_refused", 422, "This passkey could not be added. Please try again from the start.");
const tooMany = () =>
  new AppError(
    "too_many_passkeys",
    422,
    `An account can have at most ${maxPasskeys} passkeys. Remove one first.`,
  );
const alreadyAdded = () => new AppError("passkey_exists", 409, "This passkey is already on your account.");

/** The passkeys of this person, latest first. */
export async function listPasskeys(actor: Actor): Promise<PasskeyDto[]> {
  const rows = await db.passkey.findMany({
    where: { userId: actor.userId },
    select: passkeySelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(passkeyDto);
}

/**
 * Starts adding a passkey, once the person has proved again who they are. The challenge works once, for this session.
 * @returns the options for the browser
 */
export async function startPasskeyRegistration(actor: Actor, proof: Proof, party: RelyingParty) {
  await requireProof(actor, proof, party);
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { username: true, passkeys: { select: { credentialId: true, transports: true } } },
  });
  if (!user) throw notSignedIn();
  if (user.passkeys.length >= maxPasskeys) throw tooMany();
  const { token } = await createOneTimeToken({
    kind: "passkeyRegistration",
    userId: actor.userId,
    detail: { sessionId: actor.sessionId },
    minutes: challengeMinutes,
  });
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(actor.userId)),
    userName: user.username,
    userDisplayName: user.username,
    challenge: challengeBytes(token),
    timeout: challengeMinutes * 60_000,
    attestationType: "none",
    excludeCredentials: user.passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

async function verifiedRegistration(actor: Actor, response: PasskeyRegistration, party: RelyingParty) {
  const challenge = extractChallenge(response.response.clientDataJSON);
  const taken = await consumeOneTimeToken("passkeyRegistration", challenge);
  const { sessionId } = (taken?.detail ?? {}) as { sessionId?: unknown };
  if (taken?.userId !== actor.userId || sessionId !== actor.sessionId) throw notAdded();
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw notAdded();
  return verified.registrationInfo.credential;
}

/** Adds the passkey that answers a challenge. @throws AppError 409, 422 */
export async function addPasskey(
  actor: Actor,
  input: { name: string; registration: PasskeyRegistration },
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<PasskeyDto> {
  const credential = await verifiedRegistration(actor, input.registration, party);
  try {
    return await db.$transaction(async (client) => {
      await lockSignedIn(client, actor);
      if ((await client.passkey.count({ where: { userId: actor.userId } })) >= maxPasskeys) throw tooMany();
      const row = await client.passkey.create({
        data: {
          userId: actor.userId,
          name: input.name,
          credentialId: credential.id,
          publicKey: new Uint8Array(credential.publicKey),
          counter: credential.counter,
          transports: input.registration.response.transports ?? [],
        },
        select: passkeySelect,
      });
      const text = `The passkey “${input.name}” was added to your account.`;
      await announceChange(
        { userId: actor.userId, action: "account.passkeyAdded", detail: { name: input.name }, text },
        origin,
        client,
      );
      return passkeyDto(row);
    });
  } catch (error) {
    if (isUniqueViolation(error, "credentialId")) throw alreadyAdded();
    throw error;
  }
}

/** @throws AppError 404 */
export async function renamePasskey(actor: Actor, id: string, name: string): Promise<PasskeyDto> {
  const [row] = await db.passkey.updateManyAndReturn({
    where: { id, userId: actor.userId },
    data: { name },
    select: passkeySelect,
  });
  if (!row) throw notFound();
  return passkeyDto(row);
}

/** @throws AppError 404; 409 when it is the last sign-in method */
export async function removePasskey(
  actor: Actor,
  id: string,
  proof: Proof,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<void> {
  await removeSignInMethod(actor, proof, party, origin, async (client) => {
    const where = { id, userId: actor.userId };
    const passkey = await client.passkey.findFirst({ where, select: { name: true } });
    if (!passkey) throw notFound();
    await client.passkey.deleteMany({ where });
    return {
      action: "account.passkeyRemoved",
      detail: { name: passkey.name },
      text: `The passkey “${passkey.name}” was removed from your account.`,
    };
  });
}
