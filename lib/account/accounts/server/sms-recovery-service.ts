import { z } from "zod";
import type { SmsResetVerifyInput } from "@/lib/account/accounts/schema";
import { requireStrongPassword } from "@/lib/account/accounts/server/common-passwords";
import { finishReset, setResetPassword } from "@/lib/account/accounts/server/recovery-service";
import {
  codesPerDay,
  consumeSmsCode,
  createSmsCode,
  findSmsCode,
} from "@/lib/account/accounts/server/sms-code-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import { countGuess } from "@/lib/core/auth/server/guess-throttle";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { isSmsConfigured, sendSms } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { defineTask } from "@/lib/platform/queue/task";

/** Enough for couples who share a phone; numbers with more accounts are sent nothing, to prevent flooding. */
const maxAccounts = 4;

/**
 * Requests a code. Known and unknown numbers cost the same, because the queue does the lookup.
 * @returns the same text for both
 */
export async function requestSmsCodes(phoneNumber: string): Promise<string> {
  await sendSmsCodesTask.enqueue({ phoneNumber }, { jobKey: `sms-codes:${phoneNumber}` });
  return isSmsConfigured()
    ? "If there is an account with this number, a code is on its way to it."
    : "If there is an account with this number, a code for it is ready to be passed on.";
}

/**
 * The accounts that a code to this number can reset: those whose owner has entered a code sent there. Not children's
 * accounts, which have a parent's number, nor super admins', which a stolen phone must not open.
 */
const resettable = (phoneNumber: string) => ({
  phoneNumber,
  phoneConfirmedAt: { not: null },
  isChild: false,
  isSuperAdmin: false,
});

/** Runs in the queue: sends a code for each account with this number, in a message that names the account. */
export async function sendSmsCodes(phoneNumber: string): Promise<void> {
  const users = await db.user.findMany({
    where: resettable(phoneNumber),
    orderBy: { createdAt: "asc" },
    take: maxAccounts,
    select: { id: true, username: true },
  });
  if (users.length === 0 || !(await countGuess({ limit: codesPerDay, key: phoneNumber }))) return;
  await db.$transaction(async (client) => {
    for (const user of users) {
      const { code, ...end } = await createSmsCode("smsReset", user.id, {}, client);
      await sendSms("passwordReset", phoneNumber, { username: user.username, code }, end, client);
      await recordActivity(
        { action: "account.resetAsked", subjectId: user.id, detail: { by: "sms" } },
        client,
      );
    }
  });
}

export const wrongCode = () =>
  new AppError(
    "invalid_code",
    422,
    "That code is wrong or more than 10 minutes old. It stops working after 5 tries; you can always ask for a new one.",
    { field: "code" },
  );

/**
 * Sets the password of the account that the code was sent for.
 * @throws AppError 400; 422 with the same text for a wrong, used or expired code and an unknown number
 */
export async function resetPasswordBySms(input: SmsResetVerifyInput, origin: SessionOrigin): Promise<void> {
  await requireStrongPassword(input.newPassword, {}, "newPassword");
  const users = await db.user.findMany({ where: resettable(input.phoneNumber), select: { id: true } });
  const userIds = users.map(({ id }) => id);
  const found = await findSmsCode("smsReset", userIds, input.code);
  if (!found) throw wrongCode();
  const owner = await db.$transaction(async (client) => {
    if (!(await consumeSmsCode(found.id, client))) throw wrongCode();
    return setResetPassword(found.userId, input.newPassword, "sms", origin, client);
  });
  if (!owner) throw wrongCode();
  await finishReset(owner);
}

export const sendSmsCodesTask = defineTask(
  "accounts.send-sms-codes",
  z.object({ phoneNumber: z.string() }),
  ({ phoneNumber }) => sendSmsCodes(phoneNumber),
);
