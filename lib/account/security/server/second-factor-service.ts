import { Secret, TOTP } from "otpauth";
import { announceChange } from "@/lib/account/accounts/server/notice-service";
import type {
  Proof,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorSetupDto,
} from "@/lib/account/security/schema";
import { requireProof } from "@/lib/account/security/server/proof-service";
import {
  consumeRecoveryCode,
  replaceRecoveryCodes,
  stripSeparators,
} from "@/lib/account/security/server/recovery-code-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import type { Actor } from "@/lib/core/auth/server/actor";
import { openSecret, sealSecret } from "@/lib/core/auth/server/secret-box";
import { lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError, notSignedIn } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";

const periodSeconds = 30;
/** How many steps before and after the current one are accepted: clocks differ. */
const stepWindow = 1;
export const boxPurpose = "authenticator app";
const confirmTries = { name: "second-factor-confirm", points: 10, seconds: 900 };

const totpOf = (secret: string, username = "") =>
  new TOTP({
    issuer: env.APP_NAME,
    label: username,
    secret: Secret.fromBase32(secret),
    period: periodSeconds,
  });

/** The time step that this code belongs to; null for a wrong code. */
function stepOf(secret: string, code: string): bigint | null {
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, window: stepWindow, timestamp: now });
  return delta === null ? null : BigInt(Math.floor(now / 1000 / periodSeconds) + delta);
}

const alreadyOn = () =>
  new AppError("second_factor_on", 409, "The authenticator app is already on for your account.");
const notOn = () =>
  new AppError("second_factor_off", 409, "The authenticator app is not on for your account.");
const wrongCode = (status: 401 | 422) =>
  new AppError(
    "wrong_code",
    status,
    "That code is wrong or was already used. Please wait for the next one and try again.",
    { field: "code" },
  );

async function userOf(actor: Actor) {
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { id: true, username: true, totpSecret: true, totpEnabledAt: true },
  });
  if (!user) throw notSignedIn();
  return user;
}

export async function getSecondFactor(actor: Actor): Promise<SecondFactorDto> {
  const [user, recoveryCodesLeft] = await Promise.all([
    userOf(actor),
    db.recoveryCode.count({ where: { userId: actor.userId, usedAt: null } }),
  ]);
  const isOn = user.totpEnabledAt !== null;
  return {
    isOn,
    enabledAt: user.totpEnabledAt?.toISOString() ?? null,
    recoveryCodesLeft: isOn ? recoveryCodesLeft : 0,
  };
}

/** Makes a new secret for the app. Sign-in asks for it only once a code has confirmed it. @throws AppError 409 */
export async function startSecondFactor(
  actor: Actor,
  proof: Proof,
  party: RelyingParty,
): Promise<SecondFactorSetupDto> {
  await requireProof(actor, proof, party);
  const secret = new Secret({ size: 20 }).base32;
  const [user] = await db.user.updateManyAndReturn({
    where: { id: actor.userId, totpEnabledAt: null },
    data: { totpSecret: sealSecret(secret, boxPurpose, actor.userId), totpLastStep: null },
    select: { username: true },
  });
  if (!user) throw alreadyOn();
  return { secret, url: totpOf(secret, user.username).toString() };
}

/** Turns the app on with a code from it. @returns the recovery codes, which are never shown again */
export async function confirmSecondFactor(
  actor: Actor,
  code: string,
  origin: SessionOrigin,
): Promise<RecoveryCodesDto> {
  await consumeRateLimit(confirmTries, actor.userId);
  const user = await userOf(actor);
  if (user.totpEnabledAt) throw alreadyOn();
  const secret = user.totpSecret ? openSecret(user.totpSecret, boxPurpose, user.id) : null;
  if (!user.totpSecret || !secret) {
    throw new AppError("second_factor_not_begun", 409, "Please start again by scanning the QR code.");
  }
  const step = stepOf(secret, stripSeparators(code));
  if (step === null) throw wrongCode(422);
  const { totpSecret } = user;
  return db.$transaction(async (client) => {
    await lockSignedIn(client, actor);
    // Only the secret that the code belongs to: set-up may have been restarted elsewhere with another one.
    const { count } = await client.user.updateMany({
      where: { id: user.id, totpEnabledAt: null, totpSecret },
      data: { totpEnabledAt: new Date(), totpLastStep: step },
    });
    if (count === 0) throw alreadyOn();
    const recoveryCodes = await replaceRecoveryCodes(user.id, client);
    const text = "Signing in with your password now also asks for a code from your authenticator app.";
    await announceChange({ userId: user.id, action: "account.secondFactorOn", text }, origin, client);
    return { recoveryCodes };
  });
}

/** Turns the app off. @throws AppError 409 when it is off */
export async function stopSecondFactor(
  actor: Actor,
  proof: Proof,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<void> {
  await requireProof(actor, proof, party);
  await db.$transaction(async (client) => {
    const { count } = await client.user.updateMany({
      where: { id: actor.userId, totpEnabledAt: { not: null } },
      data: { totpEnabledAt: null, totpSecret: null, totpLastStep: null },
    });
    if (count === 0) throw notOn();
    await client.recoveryCode.deleteMany({ where: { userId: actor.userId } });
    const text = "Signing in no longer asks for a code from your authenticator app.";
    await announceChange({ userId: actor.userId, action: "account.secondFactorOff", text }, origin, client);
  });
}

/** Makes new recovery codes; the old ones become invalid. */
export async function renewRecoveryCodes(
  actor: Actor,
  proof: Proof,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<RecoveryCodesDto> {
  await requireProof(actor, proof, party);
  return db.$transaction(async (client) => {
    const { count } = await client.user.updateMany({
      where: { id: actor.userId, totpEnabledAt: { not: null } },
      data: { updatedAt: new Date() },
    });
    if (count === 0) throw notOn();
    const recoveryCodes = await replaceRecoveryCodes(actor.userId, client);
    const text = "New recovery codes were made for your account. The old ones no longer work.";
    await announceChange(
      { userId: actor.userId, action: "account.recoveryCodesRenewed", text },
      origin,
      client,
    );
    return { recoveryCodes };
  });
}

async function isFreshAppCode(userId: string, secret: string, code: string): Promise<boolean> {
  const step = stepOf(secret, code);
  if (step === null) return false;
  // A single statement, so that only one of two sign-ins with the same code succeeds.
  const { count } = await db.user.updateMany({
    where: { id: userId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}

/**
 * Checks the second factor of someone who has just passed the first; does nothing if it is off. Each code works once.
 * The caller counts guesses: `wrong_code` is one, `second_factor_required` isn't.
 * @param code from the app, or a recovery code; undefined when none was sent
 * @throws AppError 401 second_factor_required, wrong_code
 */
export async function checkSecondFactor(userId: string, code: string | undefined): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { totpSecret: true, totpEnabledAt: true },
  });
  if (!user?.totpEnabledAt) return;
  if (!code?.trim()) {
    throw new AppError(
      "second_factor_required",
      401,
      "Please enter the code that your authenticator app shows, or a recovery code.",
    );
  }
  const plain = stripSeparators(code);
  if (/^\d{6}$/.test(plain)) {
    const secret = user.totpSecret ? openSecret(user.totpSecret, boxPurpose, userId) : null;
    if (secret && (await isFreshAppCode(userId, secret, plain))) return;
    throw wrongCode(401);
  }
  if (!(await consumeRecoveryCode(userId, plain))) throw wrongCode(401);
}
