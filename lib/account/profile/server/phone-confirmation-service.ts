import { z } from "zod";
import { announceChange } from "@/lib/account/accounts/server/notice-service";
import {
  codesPerDay,
  consumeSmsCode,
  createSmsCode,
  findSmsCode,
} from "@/lib/account/accounts/server/sms-code-service";
import { wrongCode } from "@/lib/account/accounts/server/sms-recovery-service";
import type { Proof } from "@/lib/account/security/schema";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import type { Actor } from "@/lib/core/auth/server/actor";
import { countGuess } from "@/lib/core/auth/server/guess-throttle";
import { lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendSms } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { AppError, forbidden, notSignedIn } from "@/lib/http/errors";
import { consumeRateLimit, tooManyRequests } from "@/lib/http/rate-limit";

/** Texts go to numbers that anyone can type: they cost money, and can reach strangers. */
const codesPerAccount = { name: "confirm-phone", points: 10, seconds: 86_400 };
const sentTo = z.object({ phoneNumber: z.string() });

/**
 * Sends a code to the account's number. A confirmed number can be used to reset the password, so proof is required as
 * for any other sign-in method.
 * @throws AppError 400, 401, 403, 409 without a number to confirm, 422, 429
 */
export async function startPhoneConfirmation(
  actor: Actor,
  proof: Proof,
  party: RelyingParty,
): Promise<{ phoneNumber: string }> {
  // Their numbers can't be used to sign in (sms-recovery-service).
  if (actor.isChild || actor.isSuperAdmin) throw forbidden();
  await requireProof(actor, proof, party);
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { username: true, phoneNumber: true, phoneConfirmedAt: true },
  });
  if (!user) throw notSignedIn();
  const { username, phoneNumber } = user;
  if (!phoneNumber || user.phoneConfirmedAt) {
    const message = phoneNumber ? "Your number is confirmed already." : "Please save a phone number first.";
    throw new AppError("nothing_to_confirm", 409, message);
  }
  await consumeRateLimit(codesPerAccount, actor.userId);
  if (!(await countGuess({ limit: codesPerDay, key: phoneNumber }))) throw tooManyRequests(86_400);
  await db.$transaction(async (client) => {
    await lockSignedIn(client, actor);
    const { code, ...end } = await createSmsCode("confirmPhone", actor.userId, { phoneNumber }, client);
    await sendSms("confirmPhone", phoneNumber, { username, code }, end, client);
  });
  return { phoneNumber };
}

/**
 * Checks the code: from now on the number can be used to reset the password.
 * @throws AppError 401; 422 for a wrong, used or expired one, and if the number has changed since
 */
export async function confirmPhone(
  actor: Actor,
  code: string,
  origin: SessionOrigin,
): Promise<{ phoneNumber: string }> {
  const found = await findSmsCode("confirmPhone", [actor.userId], code);
  if (!found) throw wrongCode();
  const { phoneNumber } = sentTo.parse(found.detail);
  await db.$transaction(async (client) => {
    await lockSignedIn(client, actor);
    if (!(await consumeSmsCode(found.id, client))) throw wrongCode();
    const { count } = await client.user.updateMany({
      where: { id: actor.userId, phoneNumber },
      data: { phoneConfirmedAt: new Date() },
    });
    if (count === 0) throw wrongCode();
    const text = `The phone number ${phoneNumber} was confirmed. A code sent to it can set a new password.`;
    await announceChange({ userId: actor.userId, action: "account.phoneConfirmed", text }, origin, client);
  });
  return { phoneNumber };
}
