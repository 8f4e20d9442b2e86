import { recordActivity } from "@/lib/core/activity/server/service";
import { type Guess, guessLimits, resetGuesses } from "@/lib/core/auth/server/guess-throttle";
import { revokeTokens } from "@/lib/core/auth/server/one-time-tokens";
import { endSessionsOf, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import type { Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { describeDevice } from "@/lib/shared/device-text";

export interface PasswordChange {
  userId: string;
  passwordHash: string;
  isTemporary: boolean;
  /** Further conditions on the row, so that only one of two concurrent changes succeeds. */
  where?: Prisma.UserWhereInput;
  /** The session that continues; none when the password was reset. */
  currentSession?: string;
  action: "account.passwordChanged" | "account.passwordSet" | "account.passwordReset";
  /** How a reset was requested. */
  by?: "mail" | "sms";
  origin: SessionOrigin;
}

/** The password's owner, with the names that it must not resemble. */
export interface PasswordOwner {
  id: string;
  username: string;
  email: string | null;
}

/**
 * Sets a new password: other sessions end, links and codes already sent become invalid, the change is logged and the
 * person is notified by mail. After the transaction, call `forgetSessions` for the person and `resetGuessLimits`.
 * @returns null when the row no longer fits `where`
 */
export async function updatePassword(
  change: PasswordChange,
  client: Prisma.TransactionClient,
): Promise<PasswordOwner | null> {
  const { userId } = change;
  const [user] = await client.user.updateManyAndReturn({
    where: { AND: [{ id: userId }, change.where ?? {}] },
    data: {
      passwordHash: change.passwordHash,
      passwordTemporary: change.isTemporary,
      passwordExpiresAt: null,
    },
    select: { id: true, username: true, email: true },
  });
  if (!user) return null;
  await endSessionsOf(userId, {
    client,
    ...(change.currentSession ? { except: change.currentSession } : {}),
  });
  await revokeRecoveryLinks(userId, client);
  if (!change.currentSession) {
    // What a previous user of the account requested, for their address or phone, must not take the account back.
    for (const kind of ["confirmEmail", "confirmPhone"] as const) await revokeTokens(kind, userId, client);
  }
  await recordActivity(
    {
      action: change.action,
      actorId: userId,
      subjectId: userId,
      ...(change.by ? { detail: { by: change.by } } : {}),
      origin: change.origin,
    },
    client,
  );
  if (user.email) {
    const values = {
      username: user.username,
      device: describeDevice(change.origin.userAgent),
      url: `${appUrl()}/forgot-password`,
    };
    await sendMail("passwordChanged", user.email, values, client);
  }
  return user;
}

/** Invalidates links and codes that give access to an account. */
export async function revokeRecoveryLinks(userId: string, client: Prisma.TransactionClient): Promise<void> {
  for (const kind of ["passwordReset", "smsReset", "directAccess"] as const) {
    await revokeTokens(kind, userId, client);
  }
}

/**
 * Resets the guess limits that guesses at the old password used up; nobody has guessed at the new one yet. A known
 * device's own limit counts for one password only.
 */
export async function resetGuessLimits({ id, username, email }: PasswordOwner): Promise<void> {
  const guesses: Guess[] = [
    { limit: guessLimits.stranger, key: username },
    { limit: guessLimits.devices, key: id },
    { limit: guessLimits.address, key: id },
    { limit: guessLimits.signedIn, key: id },
  ];
  if (email) guesses.push({ limit: guessLimits.stranger, key: email });
  await resetGuesses(guesses);
}
