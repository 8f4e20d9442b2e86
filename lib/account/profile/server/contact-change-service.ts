import { z } from "zod";
import { revokeRecoveryLinks } from "@/lib/account/accounts/server/change-of-password-service";
import { newResetPath } from "@/lib/account/accounts/server/recovery-service";
import { removeSignInMethods } from "@/lib/account/accounts/server/sign-in-methods-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  hashSecret,
  revokeTokens,
} from "@/lib/core/auth/server/one-time-tokens";
import { endSessionsOf, forgetSessions, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { AppError } from "@/lib/http/errors";
import { describeDevice } from "@/lib/shared/device-text";

export const undoHours = 72;

/** A person's contact details before a change. */
const contactSchema = z.object({
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  phoneConfirmedAt: z.coerce.date().nullable(),
});
export type Contact = z.infer<typeof contactSchema>;
export const contactSelect = { email: true, phoneNumber: true, phoneConfirmedAt: true } as const;

const deadLink = () =>
  new AppError(
    "invalid_token",
    422,
    `This link no longer works: it was used, or is more than ${undoHours} hours old. If you can't sign in, ask for a new password or tell one of your family's admins.`,
    { field: "token" },
  );

/** The address of a link that restores the earlier details. @param before all of them: one change may cover another */
export async function newUndoUrl(
  userId: string,
  before: Contact,
  client: Prisma.TransactionClient,
): Promise<string> {
  const detail = { ...before, phoneConfirmedAt: before.phoneConfirmedAt?.toISOString() ?? null };
  const { token } = await createOneTimeToken(
    { kind: "undoContactChange", userId, detail, minutes: undoHours * 60 },
    client,
  );
  return `${appUrl()}/api/auth/contact-change?token=${token}`;
}

/** Immediately tells the address on file what changes, with a link to undo it. */
export async function announceContactChange(
  { id, username, email, phoneNumber, phoneConfirmedAt }: Contact & { id: string; username: string },
  changes: string[],
  origin: SessionOrigin,
  client: Prisma.TransactionClient,
): Promise<void> {
  await recordActivity({ action: "account.contactChangeAsked", actorId: id, subjectId: id, origin }, client);
  if (!email) return;
  const url = await newUndoUrl(id, { email, phoneNumber, phoneConfirmedAt }, client);
  const values = { username, change: changes.join(" "), device: describeDevice(origin.userAgent), url };
  await sendMail("contactChange", email, values, client);
}

/** The owner of a valid undo link. Doesn't use it up. @throws AppError 422 */
export async function requireUndoOwner(token: string): Promise<{ username: string }> {
  const open = await db.oneTimeToken.findFirst({
    where: {
      kind: "undoContactChange",
      tokenHash: hashSecret(token),
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    select: { user: { select: { username: true } } },
  });
  if (!open?.user) throw deadLink();
  return open.user;
}

/**
 * "That wasn't me": restores the e-mail address and phone number, ends every session, invalidates the password that the
 * change was made with and removes the other sign-in methods, a confirmed phone number included: a stranger's could set
 * the first new password.
 * @returns where to choose a new password
 * @throws AppError 422
 */
export async function undoContactChange(token: string, origin: SessionOrigin): Promise<string> {
  const { userId, path } = await db.$transaction(async (client) => {
    const taken = await consumeOneTimeToken("undoContactChange", token, client);
    const before = contactSchema.safeParse(taken?.detail).data;
    if (!taken?.userId || !before) throw deadLink();
    const { userId } = taken;
    // If the address belongs to another account by now, at least the stranger's is removed from this one.
    const isTaken =
      before.email !== null &&
      (await client.user.count({ where: { email: before.email, id: { not: userId } } })) > 0;
    const email = isTaken ? null : before.email;
    await client.user.update({
      where: { id: userId },
      data: {
        ...before,
        email,
        passwordHash: null,
        passwordTemporary: false,
      },
      select: { id: true },
    });
    // The links of this change and later ones: an earlier one is an earlier owner's, and stays valid.
    await client.oneTimeToken.updateMany({
      where: { kind: "undoContactChange", userId, usedAt: null, id: { gte: taken.id } },
      data: { usedAt: new Date() },
    });
    for (const kind of ["confirmEmail", "confirmPhone"] as const) await revokeTokens(kind, userId, client);
    await revokeRecoveryLinks(userId, client);
    await endSessionsOf(userId, { client });
    await removeSignInMethods(userId, origin, client);
    await recordActivity(
      { action: "account.contactRestored", actorId: userId, subjectId: userId, origin },
      client,
    );
    return { userId, path: await newResetPath({ id: userId, email }, client) };
  });
  forgetSessions((seen) => seen.userId === userId);
  return path;
}
