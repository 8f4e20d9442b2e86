import { sendAccountConfirmation } from "@/lib/account/accounts/server/email-confirmation-service";
import { contactSelect, newUndoUrl } from "@/lib/account/profile/server/contact-change-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  hashSecret,
  revokeTokens,
} from "@/lib/core/auth/server/one-time-tokens";
import { lockSignedIn } from "@/lib/core/auth/server/sessions";
import { isMailConfigured, sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { isUniqueViolation } from "@/lib/shared/database-errors";

const confirmMinutes = 24 * 60;
/** Mails to addresses that people typed. */
const confirmationMails = { name: "confirm-email", points: 10, seconds: 3600 };

export const emailTaken = () =>
  new AppError("email_taken", 409, "There is already an account with this email address.", {
    field: "email",
  });

const deadLink = () =>
  new AppError(
    "link_expired",
    400,
    "This link has expired or was replaced. Ask for a new one on your profile.",
    {
      field: "token",
    },
  );

const emailIn = (detail: Prisma.JsonValue | undefined): string | null => {
  const email = detail && typeof detail === "object" && !Array.isArray(detail) ? detail.email : null;
  return typeof email === "string" ? email : null;
};

/** The new address that awaits confirmation; null if there is none. */
export async function getPendingEmail(
  actor: Actor,
  client: Prisma.TransactionClient = db,
): Promise<string | null> {
  const open = await client.oneTimeToken.findFirst({
    where: { kind: "confirmEmail", userId: actor.userId, usedAt: null, expiresAt: { gt: new Date() } },
    select: { detail: true },
    orderBy: { createdAt: "desc" },
  });
  return emailIn(open?.detail);
}

/** Mails the new address. Earlier links stop working. @throws AppError 429 */
async function askForConfirmation(actor: Actor, email: string, client: Prisma.TransactionClient) {
  await revokeTokens("confirmEmail", actor.userId, client);
  const { token } = await createOneTimeToken(
    { kind: "confirmEmail", userId: actor.userId, detail: { email }, minutes: confirmMinutes },
    client,
  );
  const url = `${appUrl()}/api/auth/confirm-email?token=${token}`;
  await sendMail("confirmEmail", email, { username: actor.username, email, url }, client);
}

/**
 * Records a new address as pending: the account keeps the old one until the new one is confirmed.
 * @throws AppError 409 when another account has it; 429
 */
export async function requestEmailChange(
  actor: Actor,
  email: string,
  client: Prisma.TransactionClient,
): Promise<void> {
  if ((await getPendingEmail(actor, client)) === email) return;
  await consumeRateLimit(confirmationMails, actor.userId);
  if (await client.user.findUnique({ where: { email }, select: { id: true } })) throw emailTaken();
  if (actor.isUnconfirmed && (await replaceUnconfirmed(actor, email, client))) return;
  await askForConfirmation(actor, email, client);
}

/**
 * An unconfirmed address needn't be preserved: the next one replaces it, and awaits confirmation in turn.
 * @returns false if the old one has been confirmed since the request came in: the next would count as confirmed too
 */
async function replaceUnconfirmed(actor: Actor, email: string, client: Prisma.TransactionClient) {
  const { userId: id, username } = actor;
  const { count } = await client.user.updateMany({ where: { id, emailConfirmedAt: null }, data: { email } });
  if (count === 0) return false;
  // Reset links sent to the old address become invalid.
  await revokeTokens("passwordReset", id, client);
  await recordActivity({ action: "account.emailChanged", actorId: id, subjectId: id }, client);
  await sendAccountConfirmation({ id, username, email }, client);
  return true;
}

/** Sends the confirmation again. @throws AppError 401; 404 when no address is pending; 429 */
export async function resendConfirmation(actor: Actor): Promise<{ pendingEmail: string }> {
  if (!(await getPendingEmail(actor))) throw notFound();
  await consumeRateLimit(confirmationMails, actor.userId);
  return db.$transaction(async (client) => {
    await lockSignedIn(client, actor);
    // It may have been cancelled or replaced since.
    const pendingEmail = await getPendingEmail(actor, client);
    if (!pendingEmail) throw notFound();
    await askForConfirmation(actor, pendingEmail, client);
    return { pendingEmail };
  });
}

/** The address that a link would confirm. Doesn't use it up. @throws AppError 400 */
export async function requireConfirmableEmail(token: string): Promise<{ email: string }> {
  const open = await db.oneTimeToken.findFirst({
    where: {
      kind: "confirmEmail",
      tokenHash: hashSecret(token),
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    select: { detail: true },
  });
  const email = emailIn(open?.detail);
  return email ? { email } : confirmedBefore(token, db);
}

/**
 * Makes the pending address the account's, and notifies the old one. Confirming again returns the same.
 * @throws AppError 400 for a link that was never made, expired or replaced; 409 when another account has taken the
 * address
 */
export async function confirmEmail(token: string): Promise<{ email: string }> {
  try {
    return await db.$transaction(async (client) => {
      const taken = await consumeOneTimeToken("confirmEmail", token, client);
      if (!taken) return await confirmedBefore(token, client);
      const email = emailIn(taken.detail);
      if (!email || !taken.userId) throw deadLink();
      const before = await client.user.findUnique({
        where: { id: taken.userId },
        select: { ...contactSelect, username: true },
      });
      if (!before) throw deadLink();
      // If mail isn't set up, links are passed on by hand from the outbox, which proves nothing about the new mailbox.
      const proof = isMailConfigured() ? {} : { emailConfirmedAt: null };
      await client.user.update({
        where: { id: taken.userId },
        data: { email, ...proof },
        select: { id: true },
      });
      // Reset links sent to the old address become invalid.
      await revokeTokens("passwordReset", taken.userId, client);
      await recordActivity(
        { action: "account.emailChanged", actorId: taken.userId, subjectId: taken.userId },
        client,
      );
      if (before.email) {
        const { username, ...contact } = before;
        const url = await newUndoUrl(taken.userId, contact, client);
        await sendMail("emailChanged", before.email, { username, email, url }, client);
      }
      return { email };
    });
  } catch (error) {
    if (isUniqueViolation(error, "email")) throw emailTaken();
    throw error;
  }
}

async function confirmedBefore(token: string, client: Prisma.TransactionClient): Promise<{ email: string }> {
  const used = await client.oneTimeToken.findUnique({
    where: { tokenHash: hashSecret(token), kind: "confirmEmail" },
    select: { detail: true, user: { select: { email: true } } },
  });
  const email = emailIn(used?.detail);
  if (!email || used?.user?.email !== email) throw deadLink();
  return { email };
}
