import { z } from "zod";
import { type SignedIn, signedIn } from "@/lib/account/accounts/server/service";
import { openSession } from "@/lib/account/security/server/open-session-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  hashSecret,
  revokeTokens,
} from "@/lib/core/auth/server/one-time-tokens";
import { mayAs } from "@/lib/core/auth/server/permissions";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import {
  type DirectAccessGreeting,
  type DirectAccessLinkDto,
  type DirectAccessPerson,
  directAccessMinutes,
} from "@/lib/family/direct-access/schema";
import { lockFamily, lockOwnFamily } from "@/lib/family/families/server/membership-service";
import { appUrl } from "@/lib/http/app-url";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { describeDevice } from "@/lib/shared/device-text";
import { isUuid } from "@/lib/shared/uuid";

/**
 * The members an admin can create a link for. The admin could use it too, so never an owner, an admin or a super admin,
 * never someone whose account gives access to another family, and never around a second factor.
 */
const openToLinks = (familyId: string) => ({
  familyId,
  role: "member" as const,
  user: { isSuperAdmin: false, suspendedAt: null, totpEnabledAt: null, memberships: { every: { familyId } } },
});

const detailSchema = z.object({ familyId: z.string() });

const unusable = () =>
  new AppError("not_found", 404, "This link has been used or has expired. Please ask for a new one.");

/** The members a link can be created for, by name. */
export async function listDirectAccessPeople(actor: MemberActor): Promise<DirectAccessPerson[]> {
  const { familyId } = actor;
  const memberships = await db.membership.findMany({
    where: openToLinks(familyId),
    select: {
      user: {
        select: { ...nameSelect(familyId), id: true, isChild: true },
      },
    },
  });
  return memberships
    .map(({ user }) => ({
      userId: user.id,
      username: user.username,
      displayName: nameOf(user),
      isChild: user.isChild,
    }))
    .sort((one, other) => one.displayName.localeCompare(other.displayName));
}

/** @throws AppError 403, 404 */
async function requireOpenToLinks(
  client: Prisma.TransactionClient,
  familyId: string,
  userId: string,
): Promise<void> {
  const membership = await client.membership.findFirst({
    where: { familyId, userId },
    select: { role: true, user: { select: { totpEnabledAt: true, suspendedAt: true } } },
  });
  if (!membership) throw notFound();
  if (membership.user.suspendedAt) {
    throw forbidden("This account is suspended, so a link can't be made for it.");
  }
  if (membership.role !== "member") {
    throw forbidden("Owners and admins sign in themselves: a link would let someone else act as them.");
  }
  if (membership.user.totpEnabledAt) {
    throw forbidden("This account is protected by an authenticator app, and a link would bypass it.");
  }
  const where = { ...openToLinks(familyId), userId };
  if ((await client.membership.count({ where })) === 0) {
    throw forbidden(
      "This account has access to more than your family's album, so a link can't be made for it.",
    );
  }
}

/**
 * Notifies an adult, by mail and in the album, that an admin created a link to their account, or that it was used:
 * anyone with the link has access, including the admin.
 * @param device null: the link was created; else the device that used it
 */
async function notifyPerson(
  client: Prisma.TransactionClient,
  access: { userId: string; familyId: string; adminId: string; device: string | null },
): Promise<void> {
  const { userId, familyId, adminId, device } = access;
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { username: true, email: true, isChild: true },
  });
  if (!user || user.isChild) return;
  const family = await client.family.findUniqueOrThrow({
    where: { id: familyId },
    select: { name: true },
  });
  const maker = await client.user.findUnique({ where: { id: adminId }, select: nameSelect(familyId) });
  const admin = maker ? nameOf(maker) : "An admin";
  const isMade = device === null;
  const event = {
    kind: "account",
    familyId,
    actorId: isMade ? adminId : null,
    title: isMade ? "A sign-in link for your account" : "Someone signed in with a link",
    message: isMade
      ? `${admin} made a link that signs in to your account once.`
      : `The link that ${admin} made was used to sign in to your account from ${device}.`,
    url: "/security",
  } as const;
  await notify(event, [userId], { client });
  if (!user.email) return;
  const values = { username: user.username, admin, family: family.name, url: `${appUrl()}/security` };
  if (isMade) await sendMail("directAccessMade", user.email, values, client);
  else await sendMail("directAccessUsed", user.email, { ...values, device }, client);
}

/**
 * Creates a link that signs a member of the family in once; an earlier one becomes invalid.
 * @param visited the address that the actor uses, for the link to show
 * @throws AppError 403, 404
 */
export async function createDirectAccess(
  actor: MemberActor,
  userId: string,
  visited: string,
): Promise<DirectAccessLinkDto> {
  if (!isUuid(userId)) throw notFound();
  const { familyId } = actor;
  const { token, expiresAt } = await db.$transaction(async (client) => {
    // Concurrent calls wait for each other here: the second one invalidates the first one's link.
    const role = await lockOwnFamily(client, actor);
    if (!mayAs(role, "family.manageUsers")) throw forbidden("Only the family's admins can do this.");
    await requireOpenToLinks(client, familyId, userId);
    await revokeTokens("directAccess", userId, client);
    await recordActivity(
      { action: "account.directAccessMade", actorId: actor.userId, subjectId: userId, familyId },
      client,
    );
    await notifyPerson(client, { userId, familyId, adminId: actor.userId, device: null });
    return createOneTimeToken(
      {
        kind: "directAccess",
        userId,
        createdById: actor.userId,
        detail: { familyId },
        minutes: directAccessMinutes,
      },
      client,
    );
  });
  return { url: `${visited}/login?direct=${token}`, expiresAt: expiresAt.toISOString() };
}

interface Link {
  userId: string | null;
  createdById: string | null;
  detail: Prisma.JsonValue;
}

/** The person a link can still sign in: roles and families may have changed since it was created. */
async function findPersonOf(client: Prisma.TransactionClient, link: Link) {
  const detail = detailSchema.safeParse(link.detail);
  if (!detail.success || !link.userId || !link.createdById) return null;
  const { familyId } = detail.data;
  const maker = await client.membership.findFirst({
    where: { familyId, userId: link.createdById },
    select: { role: true },
  });
  if (!maker || !mayAs(maker.role, "family.manageUsers")) return null;
  return client.membership.findFirst({
    where: { ...openToLinks(familyId), userId: link.userId },
    select: {
      familyId: true,
      family: { select: { name: true } },
      user: {
        select: { ...nameSelect(familyId), id: true },
      },
    },
  });
}

const linkSelect = { userId: true, createdById: true, detail: true } as const;

/** An unused link, and the person it can sign in. */
async function findOpenLink(client: Prisma.TransactionClient, token: string) {
  const link = await client.oneTimeToken.findFirst({
    where: {
      kind: "directAccess",
      tokenHash: hashSecret(token),
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    select: linkSelect,
  });
  return link && findPersonOf(client, link);
}

/** The person a link signs in; null if it no longer works. Doesn't use it up, because mail scanners open links too. */
export async function getDirectAccess(token: string): Promise<DirectAccessGreeting | null> {
  const found = await findOpenLink(db, token);
  if (!found) return null;
  const { user, family } = found;
  return {
    displayName: nameOf(user),
    username: user.username,
    familyName: family.name,
  };
}

/**
 * Signs in with a link, once.
 * @throws AppError 404 with the same text for an unknown, used, replaced or expired one
 */
export async function redeemDirectAccess(token: string, origin: SessionOrigin): Promise<SignedIn> {
  const cookie = await db.$transaction(async (client) => {
    const seen = await findOpenLink(client, token);
    if (!seen) return null;
    // Waits for a concurrent removal or promotion of the person, and then checks again.
    await lockFamily(client, seen.familyId);
    const link = await consumeOneTimeToken("directAccess", token, client);
    const found = link && (await findPersonOf(client, link));
    if (!found || !link.createdById) return null;
    await notifyPerson(client, {
      userId: found.user.id,
      familyId: found.familyId,
      adminId: link.createdById,
      device: describeDevice(origin.userAgent),
    });
    const user = { id: found.user.id, isSuperAdmin: false, lastFamilyId: found.familyId };
    return openSession(user, "directAccess", origin, client);
  });
  if (!cookie) throw unusable();
  return signedIn(cookie);
}
