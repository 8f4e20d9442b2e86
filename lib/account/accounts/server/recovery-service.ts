import { z } from "zod";
import type { ResetPasswordInput } from "@/lib/account/accounts/schema";
import { resetGuessLimits, updatePassword } from "@/lib/account/accounts/server/change-of-password-service";
import { confirmAddress } from "@/lib/account/accounts/server/email-confirmation-service";
import { hashNewPassword } from "@/lib/account/accounts/server/new-password";
import { removeSignInMethods } from "@/lib/account/accounts/server/sign-in-methods-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import { countGuess } from "@/lib/core/auth/server/guess-throttle";
import { consumeOneTimeToken, createOneTimeToken, hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { forgetSessions, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { isMailConfigured, sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { AppError } from "@/lib/http/errors";
import { defineTask } from "@/lib/platform/queue/task";

/** quality.md, Links and codes. */
export const resetLinkMinutes = 30;
/** Links sent to one account per day, however often they are requested; the response doesn't reveal this limit. */
const linksPerDay = { name: "reset-link", perDay: 6, isSlowing: false };
const noticesPerDay = { name: "guessing-notice", perDay: 1, isSlowing: false };

/**
 * Requests a link. Known and unknown addresses cost the same, because the queue does the lookup.
 * @returns the same text for both
 */
export async function requestResetLink(email: string): Promise<string> {
  await sendResetLinkTask.enqueue({ email }, { jobKey: `reset-link:${email}` });
  return isMailConfigured()
    ? "If there is an account with this address, a link is on its way to it."
    : "If there is an account with this address, a link for it is ready to be passed on.";
}

const resetDetailSchema = z.object({ email: z.string().nullish() });

/**
 * The path where anyone who has it can choose a new password.
 * @param email where it is sent; null if the account has no address
 */
export async function newResetPath(
  { id: userId, email }: { id: string; email: string | null },
  client: Prisma.TransactionClient,
): Promise<string> {
  const { token } = await createOneTimeToken(
    { kind: "passwordReset", userId, detail: { email }, minutes: resetLinkMinutes },
    client,
  );
  return `/reset-password?token=${token}`;
}

/** Runs in the queue: mails a link to the owner of this address. Earlier links stay valid until one is used. */
export async function sendResetLink(email: string): Promise<void> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, username: true } });
  if (!user || !(await countGuess({ limit: linksPerDay, key: user.id }))) return;
  await db.$transaction(async (client) => {
    const url = `${appUrl()}${await newResetPath({ id: user.id, email }, client)}`;
    await sendMail("passwordReset", email, { username: user.username, url }, client);
    await recordActivity(
      { action: "account.resetAsked", subjectId: user.id, detail: { by: "mail" } },
      client,
    );
  });
}

/**
 * Runs in the queue after many wrong passwords from unknown devices: notifies the owner, at most once a day, with a
 * link that gives access to the account whatever the strangers do.
 */
export async function warnOfPasswordGuessing(usernameOrEmail: string): Promise<void> {
  const user = await db.user.findFirst({
    where: { OR: [{ username: usernameOrEmail }, { email: usernameOrEmail }] },
    select: { id: true, username: true, email: true },
  });
  if (!user || !(await countGuess({ limit: noticesPerDay, key: user.id }))) return;
  await db.$transaction(async (client) => {
    await recordActivity({ action: "account.guessingNoticed", subjectId: user.id }, client);
    if (!user.email) return;
    const url = `${appUrl()}${await newResetPath(user, client)}`;
    const values = { username: user.username, url, laterUrl: `${appUrl()}/forgot-password` };
    await sendMail("passwordGuessing", user.email, values, client);
  });
}

const linkIsSpent = () =>
  new AppError(
    "invalid_token",
    422,
    "This link no longer works: it was used, or is more than 30 minutes old. Please ask for a new one.",
    { field: "token" },
  );

export interface ResetOwner {
  id: string;
  username: string;
  /** The link is the first proof that the address is theirs: nothing older stays in the account. */
  isFirstConfirmation: boolean;
}

/** The owner of a reset link, while it works. Opening it doesn't use it up, because mail scanners open links too. */
export async function findResetOwner(token: string): Promise<ResetOwner | null> {
  const open = await db.oneTimeToken.findFirst({
    where: {
      kind: "passwordReset",
      tokenHash: hashSecret(token),
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    select: { user: { select: { id: true, username: true, emailConfirmedAt: true } } },
  });
  if (!open?.user) return null;
  const { id, username, emailConfirmedAt } = open.user;
  return { id, username, isFirstConfirmation: emailConfirmedAt === null && isMailConfigured() };
}

/**
 * Sets a new password with a reset link. All of the person's sessions end, and every other sign-in method that they
 * don't choose to keep is removed: someone else may have added it. A rejected password doesn't use up the link.
 * @throws AppError 400, 422 invalid_token
 */
export async function resetPassword(input: ResetPasswordInput, origin: SessionOrigin): Promise<void> {
  if (!(await findResetOwner(input.token))) throw linkIsSpent();
  const owner = await db.$transaction(async (client) => {
    const taken = await consumeOneTimeToken("passwordReset", input.token, client);
    if (!taken?.userId) throw linkIsSpent();
    const { userId } = taken;
    // Links made before this version don't say.
    const { email: sentTo } = resetDetailSchema.parse(taken.detail);
    if (sentTo && !(await client.user.count({ where: { id: userId, email: sentTo } }))) throw linkIsSpent();
    // If mail isn't set up, links are passed on by hand from the outbox, which proves nothing about the mailbox.
    const isFirst = isMailConfigured() && (await confirmAddress(userId, { sentTo, origin }, client));
    if (!isFirst) await removeSignInMethods(userId, origin, client, input.keep);
    return setResetPassword(userId, input.newPassword, "mail", origin, client);
  });
  if (!owner) throw linkIsSpent();
  await finishReset(owner);
}

/** Call this within the transaction that used up a link or code. */
export async function setResetPassword(
  userId: string,
  newPassword: string,
  by: "mail" | "sms",
  origin: SessionOrigin,
  client: Prisma.TransactionClient,
) {
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { username: true, email: true },
  });
  if (!user) return null;
  const passwordHash = await hashNewPassword(newPassword, user, "newPassword");
  return updatePassword(
    { userId, passwordHash, isTemporary: false, action: "account.passwordReset", by, origin },
    client,
  );
}

/** After the commit: ends cached sessions and resets the guess limits. */
export async function finishReset(owner: Parameters<typeof resetGuessLimits>[0]): Promise<void> {
  forgetSessions((seen) => seen.userId === owner.id);
  await resetGuessLimits(owner);
}

// These calls respond identically for known and unknown people, so the work is left to the queue: response times reveal
// nothing either.
export const sendResetLinkTask = defineTask(
  "accounts.send-reset-link",
  z.object({ email: z.string() }),
  ({ email }) => sendResetLink(email),
);
export const warnOfPasswordGuessingTask = defineTask(
  "accounts.tell-of-guessing",
  z.object({ usernameOrEmail: z.string() }),
  ({ usernameOrEmail }) => warnOfPasswordGuessing(usernameOrEmail),
);
