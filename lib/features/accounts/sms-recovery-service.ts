import { randomInt, randomUUID } from "node:crypto";
import { claimGuess } from "@/lib/auth/guess-throttle";
import { hashSecret, revokeTokens } from "@/lib/auth/one-time-tokens";
import type { SessionOrigin } from "@/lib/auth/sessions";
import { databasePool, db } from "@/lib/db";
import { refuseWeakPassword } from "@/lib/features/accounts/common-passwords";
import { afterReset, putResetPassword } from "@/lib/features/accounts/recovery-service";
import { type SmsResetVerifyInput, smsCodeLength } from "@/lib/features/accounts/schema";
import { sendSmsCodesTask } from "@/lib/features/accounts/tasks";
import { recordActivity } from "@/lib/features/activity/service";
import { isSmsConfigured, sendSms } from "@/lib/features/messages/service";
import { AppError } from "@/lib/http/errors";
import { enqueue } from "@/lib/platform/queue/queue";

/** quality.md. */
const codeMinutes = 10;
export const codeTries = 5;
/** A couple with one phone; more are sent nothing, or the phone would be flooded. */
const mostAccounts = 4;
const codesPerDay = { name: "sms-code", perDay: 5, isSlowing: false };

/**
 * Asks for a code. Known and unknown numbers cost the same: the queue finds out which it is.
 * @returns the same words for both
 */
export async function requestSmsCodes(phoneNumber: string): Promise<string> {
  await enqueue(sendSmsCodesTask, { phoneNumber }, { jobKey: `sms-codes:${phoneNumber}` });
  return isSmsConfigured()
    ? "If there is an account with this number, a code is on its way to it."
    : "If there is an account with this number, a code for it waits to be passed on.";
}

/**
 * The queue's part: a code for each account with this number, in a message that names the account. A child's
 * account has its parent's number and is none of them; nor is a super admin's, which a stolen phone must not open.
 */
export async function sendSmsCodes(phoneNumber: string): Promise<void> {
  const users = await db.user.findMany({
    where: { phoneNumber, isChild: false, isSuperAdmin: false },
    orderBy: { createdAt: "asc" },
    take: mostAccounts,
    select: { id: true, username: true },
  });
  if (users.length === 0 || !(await claimGuess({ door: codesPerDay, key: phoneNumber }))) return;
  await db.$transaction(async (client) => {
    for (const user of users) {
      // A newer code takes the place of an older one: else every message would bring five more tries.
      await revokeTokens("smsReset", user.id, client);
      const id = randomUUID();
      const code = String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, "0");
      await client.oneTimeToken.create({
        data: {
          id,
          kind: "smsReset",
          userId: user.id,
          tokenHash: hashSecret(`${id}:${code}`),
          expiresAt: new Date(Date.now() + codeMinutes * 60_000),
        },
        select: { id: true },
      });
      await sendSms("passwordReset", phoneNumber, { username: user.username, code }, client);
      await recordActivity(
        { action: "account.resetAsked", subjectId: user.id, detail: { by: "sms" } },
        client,
      );
    }
  });
}

interface OpenCode {
  id: string;
  userId: string;
  tokenHash: Buffer;
}

// One statement counts the try before the code is looked at: of many at once, five get so far.
const countTry = `
  UPDATE "OneTimeToken" SET attempts = attempts + 1
  WHERE kind = 'smsReset' AND "usedAt" IS NULL AND "expiresAt" > now() AND attempts < $2
    AND "userId" IN (SELECT id FROM "User" WHERE "phoneNumber" = $1 AND NOT "isChild" AND NOT "isSuperAdmin")
  RETURNING id, "userId", "tokenHash"`;

const wrongCode = () =>
  new AppError(
    "invalid_code",
    422,
    "That code is not right, or its 10 minutes are over. After 5 tries it stops working; then please ask for a new one.",
    { field: "code" },
  );

/**
 * Sets the password of the account that the code was sent for.
 * @throws AppError 400; 422 with the same words for a wrong, spent or expired code and an unknown number
 */
export async function resetPasswordBySms(input: SmsResetVerifyInput, origin: SessionOrigin): Promise<void> {
  await refuseWeakPassword(input.newPassword, {}, "newPassword");
  const { rows } = await databasePool().query<OpenCode>(countTry, [input.phoneNumber, codeTries]);
  const found = rows.find(({ id, tokenHash }) => tokenHash.equals(hashSecret(`${id}:${input.code}`)));
  if (!found) throw wrongCode();
  const owner = await db.$transaction(async (client) => {
    const { count } = await client.oneTimeToken.updateMany({
      where: { id: found.id, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 0) throw wrongCode();
    return putResetPassword(found.userId, input.newPassword, "sms", origin, client);
  });
  if (!owner) throw wrongCode();
  await afterReset(owner);
}
