import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { hashSecret, newSecret } from "@/lib/core/auth/server/one-time-tokens";
import { mayAs } from "@/lib/core/auth/server/permissions";
import { isMailConfigured, sendMail } from "@/lib/core/messages/server/service";
import { personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import { memberName } from "@/lib/core/names/server/member-name-service";
import { db, type Prisma } from "@/lib/db";
import { requirePlace } from "@/lib/family/families/server/member-limit-service";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import {
  type CreateInvitationInput,
  type InvitationDto,
  type InvitationLinkDto,
  invitationDays,
} from "@/lib/family/invitations/schema";
import { invitationDto, invitationSelect } from "@/lib/family/invitations/server/dto";
import { requireInvitable } from "@/lib/family/invitations/server/invitable-service";
import { appUrl } from "@/lib/http/app-url";
import { forbidden, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { formatDay } from "@/lib/shared/day-text";
import { dayMs } from "@/lib/shared/units";

/** Mail to arbitrary addresses: enough for the largest family, too little for advertising. */
const mailsPerFamily = { name: "invitation-family", points: 30, seconds: 86_400 };
/** How long an expired invitation is still listed, so that it can be resent. */
const listedDays = 30;

/** Open and recently expired invitations; latest first. */
export async function listInvitations(actor: MemberActor): Promise<InvitationDto[]> {
  const { familyId } = actor;
  const [invitations, people] = await Promise.all([
    db.invitation.findMany({
      where: {
        familyId,
        acceptedAt: null,
        revokedAt: null,
        expiresAt: { gt: new Date(Date.now() - listedDays * dayMs) },
      },
      select: invitationSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: 200,
    }),
    db.familyMember.findMany({
      where: { familyId },
      select: { ...personNameSelect, id: true, userId: true },
    }),
  ]);
  const names = new Map(
    people.flatMap((person) => [
      [person.id, personNameOf(person)] as const,
      [person.userId ?? "", personNameOf(person)] as const,
    ]),
  );
  return invitations.map((invitation) => invitationDto(invitation, names));
}

/** Locks the actor's family and checks that they may still invite. @throws AppError 403 */
async function lockForInviting(client: Prisma.TransactionClient, actor: MemberActor): Promise<void> {
  const role = await lockOwnFamily(client, actor);
  if (!mayAs(role, "family.invite")) throw forbidden("Only the family's admins can do this.");
}

interface Posted {
  /** The code in the mail. */
  mailCode: string;
  expiresAt: Date;
  username: string;
  email: string;
  hasAccount: boolean;
}

/** In the same transaction as the invitation, so there is never one without the other. */
async function postInvitation(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  posted: Posted,
): Promise<void> {
  const family = await client.family.findUniqueOrThrow({
    where: { id: actor.familyId },
    select: { name: true },
  });
  const values = {
    inviter: await memberName(actor, client),
    family: family.name,
    expires: formatDay(posted.expiresAt, "UTC"),
    url: `${appUrl()}/register/${posted.mailCode}`,
  };
  if (posted.hasAccount) await sendMail("familyInvitation", posted.email, values, client);
  else await sendMail("invitation", posted.email, { ...values, username: posted.username }, client);
}

/**
 * The link is shown to the inviter, so opening it proves nothing about the address. If email is set up, the mail
 * contains a separate code that only the mailbox's owner sees: registering with it confirms the address.
 */
function newLink() {
  const code = newSecret();
  const mailCode = isMailConfigured() ? newSecret() : null;
  return {
    code,
    mailCode: mailCode ?? code,
    hashes: { codeHash: hashSecret(code), mailCodeHash: mailCode === null ? null : hashSecret(mailCode) },
    expiresAt: new Date(Date.now() + invitationDays * dayMs),
  };
}

/**
 * Invites someone to the family and mails them the link.
 * @param visited the address that the actor uses, for the link to show
 * @throws AppError 403, 404, 409 with the field at fault, 422 member_limit, 429
 */
export async function createInvitation(
  actor: MemberActor,
  input: CreateInvitationInput,
  visited: string,
): Promise<InvitationLinkDto> {
  await consumeRateLimit(mailsPerFamily, actor.familyId);
  const { familyId } = actor;
  return db.$transaction(async (client) => {
    await lockForInviting(client, actor);
    const hasAccount = await requireInvitable(client, familyId, input);
    await requirePlace(client, familyId, "new");
    const { code, mailCode, hashes, expiresAt } = newLink();
    const { username, email, isAdmin, memberId } = input;
    const { id } = await client.invitation.create({
      data: {
        familyId,
        username,
        email,
        isAdmin,
        memberId: memberId ?? null,
        ...hashes,
        invitedById: actor.userId,
        expiresAt,
      },
      select: { id: true },
    });
    await postInvitation(client, actor, { mailCode, expiresAt, username, email, hasAccount });
    await recordActivity(
      { action: "family.invited", actorId: actor.userId, familyId, detail: { username, isAdmin } },
      client,
    );
    return { id, url: `${visited}/register/${code}`, expiresAt: expiresAt.toISOString() };
  });
}

/** An invitation that was neither accepted nor cancelled. @throws AppError 404 */
async function requireWaiting(client: Prisma.TransactionClient, familyId: string, id: string) {
  const invitation = await client.invitation.findFirst({
    where: { id, familyId, acceptedAt: null, revokedAt: null },
    select: invitationSelect,
  });
  if (!invitation) throw notFound();
  return invitation;
}

/**
 * Mails a new link; the old one becomes invalid. An expired invitation is then open again.
 * @throws AppError 403, 404, 409, 422 member_limit, 429
 */
export async function resendInvitation(
  actor: MemberActor,
  id: string,
  visited: string,
): Promise<InvitationLinkDto> {
  const { familyId } = actor;
  await consumeRateLimit(mailsPerFamily, familyId);
  const link = await db.$transaction(async (client) => {
    await lockForInviting(client, actor);
    const { username, email, isAdmin, memberId, ...waiting } = await requireWaiting(client, familyId, id);
    const input = { username, email, isAdmin, memberId };
    const hasAccount = await requireInvitable(client, familyId, input, id);
    if (waiting.expiresAt <= new Date()) await requirePlace(client, familyId, "new");
    const { code, mailCode, hashes, expiresAt } = newLink();
    await client.invitation.update({
      where: { id },
      data: { ...hashes, sentAt: new Date(), expiresAt, invitedById: actor.userId },
      select: { id: true },
    });
    await postInvitation(client, actor, { mailCode, expiresAt, username, email, hasAccount });
    await recordActivity(
      { action: "family.invitationResent", actorId: actor.userId, familyId, detail: { username } },
      client,
    );
    return { code, expiresAt };
  });
  return { id, url: `${visited}/register/${link.code}`, expiresAt: link.expiresAt.toISOString() };
}

/** Cancels an invitation: its link becomes invalid. @throws AppError 404 when it is gone or was accepted */
export async function revokeInvitation(actor: MemberActor, id: string): Promise<void> {
  const { familyId } = actor;
  await db.$transaction(async (client) => {
    await lockForInviting(client, actor);
    const { username } = await requireWaiting(client, familyId, id);
    await client.invitation.update({ where: { id }, data: { revokedAt: new Date() }, select: { id: true } });
    await recordActivity(
      { action: "family.invitationRevoked", actorId: actor.userId, familyId, detail: { username } },
      client,
    );
  });
}
