import type { Proof } from "@/lib/account/security/schema";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { endSessionsOf, forgetSessions, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { appUrl } from "@/lib/http/app-url";
import { AppError, notFound } from "@/lib/http/errors";
import type { AdminUserDto } from "@/lib/operations/super-admin/schema";
import { adminUserDto, adminUserSelect } from "@/lib/operations/super-admin/server/users-service";
import { errorCodes } from "@/lib/shared/database-errors";
import { describeDevice } from "@/lib/shared/device-text";

/** The caller, and where the request came from. */
export interface Caller {
  actor: Actor;
  origin: SessionOrigin;
}

const personSelect = {
  id: true,
  username: true,
  email: true,
  emailConfirmedAt: true,
  isSuperAdmin: true,
  isChild: true,
  suspendedAt: true,
  memberships: { select: { family: { select: { name: true } } }, take: 1 },
} as const satisfies Prisma.UserSelect;

type Person = Prisma.UserGetPayload<{ select: typeof personSelect }>;

/** The person, locked until the transaction ends. @throws AppError 404 */
async function lockAccount(client: Prisma.TransactionClient, id: string): Promise<Person> {
  await client.$queryRaw`SELECT 1 FROM "User" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const person = await client.user.findUnique({ where: { id }, select: personSelect });
  if (!person) throw notFound();
  return person;
}

const conflict = (code: string, message: string) => new AppError(code, 409, message);

/** From PostgreSQL: raised by the trigger that protects the last super admin. */
const restrictViolation = "23001";

/** Runs a change of people; the database rejects one that leaves no super admin. */
async function change(
  id: string,
  work: (client: Prisma.TransactionClient) => Promise<void>,
): Promise<AdminUserDto> {
  try {
    const row = await db.$transaction(async (client) => {
      await work(client);
      return client.user.findUniqueOrThrow({ where: { id }, select: adminUserSelect });
    });
    forgetSessions((seen) => seen.userId === id);
    return adminUserDto(row);
  } catch (error) {
    const isLast = errorCodes(error).includes(restrictViolation);
    if (!isLast) throw error;
    throw conflict(
      "last_super_admin",
      "This is the last super admin who can sign in. Make another one first.",
    );
  }
}

/** Ends everything that gives them access: sessions with their pushes, and links sent to or made by them. */
async function revokeAccess(client: Prisma.TransactionClient, userId: string): Promise<void> {
  await endSessionsOf(userId, { client });
  await client.oneTimeToken.updateMany({
    where: { usedAt: null, OR: [{ userId }, { createdById: userId }] },
    data: { usedAt: new Date() },
  });
}

/** Notifies all super admins and the person, so that nobody can do this unnoticed. */
async function notifySuperAdmins(
  client: Prisma.TransactionClient,
  { actor, origin }: Caller,
  person: Person,
  text: string,
): Promise<void> {
  const recipients = await client.user.findMany({
    where: { email: { not: null }, suspendedAt: null, OR: [{ isSuperAdmin: true }, { id: person.id }] },
    select: { username: true, email: true },
    orderBy: { id: "asc" },
  });
  const values = {
    change: text,
    actor: actor.username,
    device: describeDevice(origin.userAgent),
    url: `${appUrl()}/super-admin?tab=people`,
  };
  for (const { username, email } of recipients)
    if (email) await sendMail("superAdminChange", email, { ...values, username }, client);
}

function requireFitToLookAfter(person: Person): void {
  const { username, memberships } = person;
  if (person.isChild) throw conflict("is_child", "A child's account can't be a super admin.");
  if (person.suspendedAt)
    throw conflict("is_suspended", `${username} is suspended. Lift the suspension first.`);
  const [membership] = memberships;
  if (membership) {
    throw conflict(
      "has_family",
      `Super admins can't belong to a family, and ${username} belongs to ${membership.family.name}. They can use another account, or leave the family first.`,
    );
  }
  if (!person.email || !person.emailConfirmedAt) {
    throw conflict("no_confirmed_email", `${username} has no confirmed email address yet.`);
  }
}

/** The account named in the server's own settings comes back at every start. */
function requireNotOfServer({ email }: Person): void {
  if (!email || email !== env.SUPER_ADMIN_EMAIL?.toLowerCase()) return;
  throw conflict(
    "named_by_server",
    "This super admin is set by SUPER_ADMIN_EMAIL in the server's settings. Change it there first.",
  );
}

/**
 * Makes someone a super admin, or an ordinary person again. They must sign in again, and every super admin is notified.
 * @throws AppError 404; 400, 403, 422 without proof; 409 if they can't be one, or are the last one
 */
export async function setSuperAdmin(
  caller: Caller,
  id: string,
  wanted: { isSuperAdmin: boolean; proof: Proof; party: RelyingParty },
): Promise<AdminUserDto> {
  const { actor, origin } = caller;
  await requireProof(actor, wanted.proof, wanted.party);
  return change(id, async (client) => {
    const person = await lockAccount(client, id);
    const { isSuperAdmin } = wanted;
    if (person.isSuperAdmin === isSuperAdmin) return;
    if (isSuperAdmin) requireFitToLookAfter(person);
    else requireNotOfServer(person);
    await client.user.update({ where: { id }, data: { isSuperAdmin }, select: { id: true } });
    await revokeAccess(client, id);
    const action = isSuperAdmin ? "system.superAdminMade" : "system.superAdminUnmade";
    await recordActivity({ action, actorId: actor.userId, subjectId: id, origin }, client);
    const text = isSuperAdmin
      ? `${person.username} is now a super admin.`
      : `${person.username} is no longer a super admin.`;
    await notifySuperAdmins(client, caller, person, text);
  });
}

async function notifyPerson(
  client: Prisma.TransactionClient,
  { username, email }: Person,
  suspension: { change: string; reason: string },
): Promise<void> {
  if (email) await sendMail("accountSuspension", email, { ...suspension, username }, client);
}

/**
 * Suspends a person: nothing of theirs gives access any more, and they see why when they sign in. What they uploaded
 * stays. Repeating it with another reason changes the reason.
 * @throws AppError 404, 409 for oneself, the server's own or the last super admin
 */
export async function suspendPerson(
  { actor, origin }: Caller,
  id: string,
  reason: string,
): Promise<AdminUserDto> {
  if (id === actor.userId) throw conflict("is_oneself", "You can't suspend yourself.");
  return change(id, async (client) => {
    const person = await lockAccount(client, id);
    requireNotOfServer(person);
    const isNew = person.suspendedAt === null;
    await client.user.update({
      where: { id },
      data: { suspendedReason: reason, ...(isNew ? { suspendedAt: new Date() } : {}) },
      select: { id: true },
    });
    if (!isNew) return;
    await revokeAccess(client, id);
    const action = "system.personSuspended";
    await recordActivity(
      { action, actorId: actor.userId, subjectId: id, detail: { reason }, origin },
      client,
    );
    await notifyPerson(client, person, {
      change: "Your account is suspended, so you can't sign in. Your photos and videos stay in the album.",
      reason: `Reason: “${reason}”`,
    });
  });
}

/** Lifts a person's suspension. @throws AppError 404 */
export async function liftSuspension({ actor, origin }: Caller, id: string): Promise<AdminUserDto> {
  return change(id, async (client) => {
    const person = await lockAccount(client, id);
    if (!person.suspendedAt) return;
    const data = { suspendedAt: null, suspendedReason: null };
    await client.user.update({ where: { id }, data, select: { id: true } });
    const action = "system.suspensionLifted";
    await recordActivity({ action, actorId: actor.userId, subjectId: id, origin }, client);
    const suspension = { change: "Your account is active again. You can sign in as before.", reason: "" };
    await notifyPerson(client, person, suspension);
  });
}

/** Signs someone out everywhere; oneself everywhere else. @returns how many sessions there were @throws AppError 404 */
export async function endUserSessions({ actor, origin }: Caller, id: string): Promise<{ ended: number }> {
  const isOwn = id === actor.userId;
  const ended = await db.$transaction(async (client) => {
    await lockAccount(client, id);
    const count = await endSessionsOf(id, { client, ...(isOwn ? { except: actor.sessionId } : {}) });
    if (count > 0) {
      const action = "system.sessionsEnded";
      await recordActivity(
        { action, actorId: actor.userId, subjectId: id, detail: { count }, origin },
        client,
      );
    }
    return count;
  });
  forgetSessions((seen) => seen.userId === id && seen.sessionId !== actor.sessionId);
  return { ended };
}
