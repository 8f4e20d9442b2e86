import type { ConfirmAccountInput } from "@/lib/account/accounts/schema";
import { resetGuessLimits, updatePassword } from "@/lib/account/accounts/server/change-of-password-service";
import { hashNewPassword } from "@/lib/account/accounts/server/new-password";
import { removeSignInMethods } from "@/lib/account/accounts/server/sign-in-methods-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  hashSecret,
  revokeTokens,
} from "@/lib/core/auth/server/one-time-tokens";
import { endSessionsOf, forgetSessions, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { isMailConfigured, sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { AppError, notSignedIn } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";

const linkMinutes = 3 * 24 * 60;
const resends = { name: "confirm-account", points: 5, seconds: 3600 };

const deadLink = () =>
  new AppError(
    "link_expired",
    422,
    "This link no longer works: it was used, replaced by a newer one, or is more than 3 days old. Sign in and ask for a new one.",
    { field: "token" },
  );

/** Mails the link that confirms the account's address. Earlier links stop working. */
export async function sendAccountConfirmation(
  user: { id: string; username: string; email: string },
  client: Prisma.TransactionClient,
): Promise<void> {
  const { id: userId, username, email } = user;
  await revokeTokens("confirmAccount", userId, client);
  const { token } = await createOneTimeToken(
    { kind: "confirmAccount", userId, detail: { email }, minutes: linkMinutes },
    client,
  );
  const url = `${appUrl()}/confirm-account?token=${token}`;
  await sendMail("confirmAccount", email, { username, email, url }, client);
}

/**
 * Sends the link again, unless there is nothing left to confirm.
 * @throws AppError 422 without an address; 429
 */
export async function resendAccountConfirmation(actor: Actor): Promise<{ isSent: boolean }> {
  if (!actor.isUnconfirmed) return { isSent: false };
  await consumeRateLimit(resends, actor.userId);
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { id: true, username: true, email: true },
  });
  if (!user) throw notSignedIn();
  const { id, username, email } = user;
  if (!email) {
    throw new AppError("no_email", 422, "Your account has no email address yet. Add one on your profile.", {
      field: "email",
    });
  }
  await db.$transaction((client) => sendAccountConfirmation({ id, username, email }, client));
  return { isSent: true };
}

const confirmable = { email: { not: null }, emailConfirmedAt: null } satisfies Prisma.UserWhereInput;

export interface Confirmation {
  userId: string;
  username: string;
  email: string;
  hasPassword: boolean;
}

/**
 * Whether the reader of the mail is signed in to this very account, so that both are the same person. A session opened
 * with an admin's link doesn't count; nor does an account without a password, which would be left without a way to sign
 * in.
 */
export function isOwnSession(actor: Actor | null, { userId, hasPassword }: Confirmation): actor is Actor {
  return actor?.userId === userId && !actor.isDirectAccess && hasPassword;
}

/** What a link would confirm, while it works. Opening it doesn't use it up, because mail scanners open links too. */
export async function findConfirmation(token: string): Promise<Confirmation | null> {
  const open = await db.oneTimeToken.findFirst({
    where: {
      kind: "confirmAccount",
      tokenHash: hashSecret(token),
      usedAt: null,
      expiresAt: { gt: new Date() },
      user: confirmable,
    },
    select: { user: { select: { id: true, username: true, email: true, passwordHash: true } } },
  });
  const user = open?.user;
  if (!user?.email) return null;
  const { id: userId, username, email, passwordHash } = user;
  return { userId, username, email, hasPassword: passwordHash !== null };
}

/**
 * Confirms an account's address. The reader of the mail may not be the person who signed up: unless the browser is
 * signed in to this very account, the reader chooses a new password, and all earlier settings are removed.
 * @throws AppError 400 for a weak or missing password; 422 link_expired
 */
export async function confirmAccount(
  actor: Actor | null,
  { token, newPassword }: ConfirmAccountInput,
  origin: SessionOrigin,
): Promise<{ email: string; isSignedIn: boolean }> {
  const found = await findConfirmation(token);
  if (!found) throw deadLink();
  const { userId, username, email } = found;
  const isOwn = isOwnSession(actor, found);
  if (!isOwn && newPassword === undefined) {
    throw new AppError("password_needed", 400, "Please choose a new password for the account.", {
      field: "newPassword",
    });
  }
  const passwordHash =
    newPassword === undefined ? null : await hashNewPassword(newPassword, { username, email }, "newPassword");
  const owner = await db.$transaction(async (client) => {
    const taken = await consumeOneTimeToken("confirmAccount", token, client);
    if (taken?.userId !== userId) throw deadLink();
    const currentSession = isOwn && !passwordHash ? actor.sessionId : undefined;
    if (!(await confirmAddress(userId, { sentTo: email, currentSession, origin }, client))) throw deadLink();
    if (!passwordHash) return null;
    const change = { userId, passwordHash, isTemporary: false, origin } as const;
    return updatePassword({ ...change, action: "account.passwordReset", by: "mail" }, client);
  });
  forgetSessions((seen) => seen.userId === userId);
  if (owner) await resetGuessLimits(owner);
  return { email, isSignedIn: owner === null };
}

/**
 * Marks the account's address as confirmed for the first time. Every older way into the account is removed, because
 * nobody knows who set it up.
 * @param sentTo the address that the link was sent to, if known: if the account has another by now, that one isn't confirmed
 * @param currentSession the session in which the mail's link was opened: its user signed up, so password and profile
 * are theirs; without one, these count as a stranger's too
 * @returns false if it was confirmed before
 */
export async function confirmAddress(
  userId: string,
  {
    sentTo,
    currentSession,
    origin,
  }: { sentTo: string | null | undefined; currentSession?: string | undefined; origin: SessionOrigin },
  client: Prisma.TransactionClient,
): Promise<boolean> {
  const strangers = {
    passwordHash: null,
    passwordTemporary: false,
    passwordExpiresAt: null,
    // The number receives codes for a new password, and prints are sent to the address.
    phoneNumber: null,
    phoneConfirmedAt: null,
    addressFullName: null,
    addressLine1: null,
    addressLine2: null,
    addressCity: null,
    addressPostcode: null,
    addressCountry: null,
    onboardingCompleted: false,
  };
  const { count } = await client.user.updateMany({
    where: { id: userId, ...confirmable, ...(sentTo ? { email: sentTo } : {}) },
    data: { emailConfirmedAt: new Date(), ...(currentSession ? {} : strangers) },
  });
  if (count === 0) return false;
  await endSessionsOf(userId, { client, ...(currentSession ? { except: currentSession } : {}) });
  await removeSignInMethods(userId, origin, client);
  // Every link and code already sent, including the one to another address.
  await client.oneTimeToken.updateMany({ where: { userId, usedAt: null }, data: { usedAt: new Date() } });
  await recordActivity(
    { action: "account.emailConfirmed", actorId: userId, subjectId: userId, origin },
    client,
  );
  return true;
}

/**
 * Takes an address away from an account that never confirmed it and gives it to the person who has just proved that it
 * is theirs. If email isn't set up nothing can be confirmed, and the account keeps it.
 */
export async function releaseUnconfirmedAddress(
  email: string,
  client: Prisma.TransactionClient,
): Promise<void> {
  if (!isMailConfigured()) return;
  const released = await client.user.updateManyAndReturn({
    where: { email, emailConfirmedAt: null, isSuperAdmin: false },
    data: { email: null },
    select: { id: true },
  });
  for (const { id } of released) {
    for (const kind of ["passwordReset", "confirmAccount"] as const) await revokeTokens(kind, id, client);
    await recordActivity({ action: "account.emailReleased", subjectId: id }, client);
  }
}
