import type { UserDto } from "@/lib/account/accounts/schema";
import {
  releaseUnconfirmedAddress,
  sendAccountConfirmation,
} from "@/lib/account/accounts/server/email-confirmation-service";
import { hashNewPassword } from "@/lib/account/accounts/server/new-password";
import { requireUser } from "@/lib/account/accounts/server/service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { emit } from "@/lib/core/events/server/events";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { shownName } from "@/lib/core/names/server/display-name";
import { requireRoomForAccount } from "@/lib/core/system-settings/server/ceiling-service";
import { db, type Prisma } from "@/lib/db";
import { requirePlace } from "@/lib/family/families/server/member-limit-service";
import { lockFamily } from "@/lib/family/families/server/membership-service";
import type { OpenedInvitationDto, RegisteredDto, RegisterInput } from "@/lib/family/invitations/schema";
import type { Role, Tier } from "@/lib/generated/prisma/enums";
import { AppError, forbidden } from "@/lib/http/errors";
import { isUniqueViolation } from "@/lib/shared/database-errors";

interface OpenInvitation extends Omit<OpenedInvitationDto, "expiresAt"> {
  id: string;
  familyId: string;
  tier: Tier;
  memberId: string | null;
  /** Opened with the code that only the mail contained: the caller can read mail to this address. */
  isFromMail: boolean;
  expiresAt: Date;
}

/** Unknown, used, cancelled and expired look the same (api.md, Invitations; specification 8.3). */
const invalidInvitation = () => new AppError("not_found", 404, "Invalid or expired invitation");

/**
 * The open invitation with this code. It is void while its sender can't invite: nobody joins, least of all as an
 * admin, on the word of someone who was removed or is suspended.
 * @throws AppError 404
 */
async function requireOpen(client: Prisma.TransactionClient, code: string): Promise<OpenInvitation> {
  const hash = hashSecret(code);
  const found = await client.$queryRaw<OpenInvitation[]>`
    SELECT i.id, i."familyId", f.tier, f.name AS "familyName", i.username, i.email, i."isAdmin", i."memberId",
           i."expiresAt", ${shownName} AS "invitedBy",
           i."mailCodeHash" IS NOT DISTINCT FROM ${hash} AS "isFromMail",
           EXISTS (SELECT 1 FROM "User" WHERE "User".email = i.email
             AND ("User"."emailConfirmedAt" IS NOT NULL OR NOT ${isMailConfigured()}::boolean)) AS "hasAccount",
           EXISTS (SELECT 1 FROM "Media" w WHERE w.id = f."welcomeMediaId" AND w."familyId" = f.id
             AND w."deletedAt" IS NULL AND w.derivatives = 'ready') AS "hasWelcomeImage"
    FROM "Invitation" i
    JOIN "Family" f ON f.id = i."familyId"
    JOIN "Membership" m ON m."familyId" = i."familyId" AND m."userId" = i."invitedById"
      AND m.role IN ('owner', 'admin')
    JOIN "User" u ON u.id = m."userId"
    LEFT JOIN "FamilyMember" p ON p."familyId" = m."familyId" AND p."userId" = m."userId"
    WHERE (i."codeHash" = ${hash} OR i."mailCodeHash" = ${hash}) AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL
      AND i."expiresAt" > ${new Date()} AND f."suspendedAt" IS NULL
      AND u."suspendedAt" IS NULL`;
  if (!found[0]) throw invalidInvitation();
  return found[0];
}

/** The same with its family locked: the second of two requests with one code finds it used. @throws AppError 404 */
async function requireOpenLocked(client: Prisma.TransactionClient, code: string): Promise<OpenInvitation> {
  const { familyId } = await requireOpen(client, code);
  await lockFamily(client, familyId);
  return requireOpen(client, code);
}

/** What the person who opens an invitation's link sees. @throws AppError 404 */
export async function openInvitationOf(code: string): Promise<OpenedInvitationDto> {
  const invitation = await requireOpen(db, code);
  return { ...invitation, expiresAt: invitation.expiresAt.toISOString() };
}

/** The family that an open invitation leads to. @throws AppError 404 */
export async function familyOfInvitation(code: string): Promise<string> {
  return (await requireOpen(db, code)).familyId;
}

const accountExists = () =>
  new AppError(
    "email_taken",
    409,
    "There is already an account with this email address. Please sign in to accept the invitation.",
  );
const usernameGone = (username: string) =>
  new AppError(
    "username_taken",
    409,
    `Someone else has taken the username ${username} since. Please ask your family for a new invitation.`,
  );

/** Call with the family locked. */
async function join(
  client: Prisma.TransactionClient,
  invitation: OpenInvitation,
  user: { id: string; username: string },
): Promise<Role> {
  const { id, familyId, memberId } = invitation;
  const role = invitation.isAdmin ? "admin" : "member";
  await client.membership.create({ data: { familyId, userId: user.id, role }, select: { userId: true } });
  const linked = memberId
    ? await client.familyMember.updateMany({
        where: { id: memberId, familyId, userId: null },
        data: { userId: user.id },
      })
    : { count: 0 };
  if (linked.count === 0) {
    await client.familyMember.create({
      data: { familyId, userId: user.id, name: user.username },
      select: { id: true },
    });
  } else await emit("person.linked", { familyId }, client);
  await client.invitation.update({
    where: { id },
    data: { acceptedAt: new Date(), acceptedById: user.id },
    select: { id: true },
  });
  await recordActivity(
    { action: "family.joined", actorId: user.id, subjectId: user.id, familyId, detail: { role } },
    client,
  );
  return role;
}

const openTheMail = (email: string) =>
  new AppError(
    "open_the_mail",
    409,
    `Someone signed up with ${email} and never confirmed it. Please open the link in the invitation that we emailed to ${email}: it shows that the address is yours.`,
  );

/**
 * Creates the account that an invitation is for, inside its family, without signing in. An existing account is never
 * added to the family; one that never confirmed the address loses it to the reader of the mail.
 * @throws AppError 400 for a common password, 404, 409 if the address or the name has an account, 422 member_limit
 */
export async function registerFromInvitation(code: string, input: RegisterInput): Promise<RegisteredDto> {
  const seen = await requireOpen(db, code);
  if (seen.hasAccount) throw accountExists();
  const passwordHash = await hashNewPassword(input.password, seen);
  try {
    return await db.$transaction(async (client) => {
      const invitation = await requireOpenLocked(client, code);
      const { familyId, familyName, username, email, isAdmin, isFromMail } = invitation;
      await requirePlace(client, familyId, "invitation");
      if (isFromMail) await releaseUnconfirmedAddress(email, client);
      const { id } = await client.user.create({
        data: {
          username,
          email,
          emailConfirmedAt: isFromMail ? new Date() : null,
          passwordHash,
          phoneNumber: input.phoneNumber,
          lastFamilyId: familyId,
        },
        select: { id: true },
      });
      await join(client, invitation, { id, username });
      await requireRoomForAccount(client);
      if (!isFromMail && isMailConfigured()) await sendAccountConfirmation({ id, username, email }, client);
      return { id, username, email, isAdmin, familyName };
    });
  } catch (error) {
    if (isUniqueViolation(error, "username")) throw usernameGone(seen.username);
    if (isUniqueViolation(error, "email")) {
      const { hasAccount } = await requireOpen(db, code);
      throw hasAccount ? accountExists() : openTheMail(seen.email);
    }
    throw error;
  }
}

/**
 * Adds someone with an account to another family, and switches this session to it.
 * @throws AppError 403 for a child and a super admin; 404, also if it is for another address; 409; 422 member_limit
 */
export async function acceptInvitation(actor: Actor, code: string): Promise<UserDto> {
  if (actor.isSuperAdmin) throw forbidden("A super admin can't belong to a family.");
  if (actor.isChild) throw forbidden("A child's account can only belong to one family.");
  const joined = await db.$transaction(async (client) => {
    const invitation = await requireOpenLocked(client, code);
    const { familyId, tier } = invitation;
    const user = await client.user.findFirst({
      where: { id: actor.userId, email: invitation.email },
      select: { id: true, username: true },
    });
    if (!user) throw invalidInvitation();
    if ((await client.membership.count({ where: { familyId, userId: user.id } })) > 0) {
      throw new AppError("already_member", 409, "You're already in this family.");
    }
    await requirePlace(client, familyId, "invitation");
    const role = await join(client, invitation, user);
    await client.user.update({
      where: { id: user.id },
      data: { lastFamilyId: familyId },
      select: { id: true },
    });
    await client.session.updateMany({ where: { id: actor.sessionId }, data: { familyId } });
    return { familyId, role, tier };
  });
  forgetSessions(({ sessionId }) => sessionId === actor.sessionId);
  return requireUser({ ...actor, ...joined, isAdmin: joined.role !== "member" });
}
