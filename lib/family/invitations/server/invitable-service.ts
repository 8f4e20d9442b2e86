import { usernameTaken } from "@/lib/account/accounts/server/account-conflicts";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import type { Prisma } from "@/lib/db";
import { openInvitation } from "@/lib/family/families/server/member-limit-service";
import type { CreateInvitationInput } from "@/lib/family/invitations/schema";
import { AppError, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const conflict = (code: string, field: string, message: string) =>
  new AppError(code, 409, message, { field });

/**
 * Checks that this person can be invited. Call with the family locked.
 * @param except the invitation that is being resent
 * @returns whether the address has an account, which can then join; accounts that never confirmed it don't count
 * @throws AppError 404 for a foreign memberId, 409 with the field at fault
 */
export async function requireInvitable(
  client: Prisma.TransactionClient,
  familyId: string,
  { username, email, memberId }: CreateInvitationInput,
  except?: string,
): Promise<boolean> {
  if (memberId) await requireUnlinkedPerson(client, familyId, memberId);
  const known = await client.user.findMany({
    where: { OR: [{ username }, { email }] },
    select: { id: true, username: true, email: true, emailConfirmedAt: true },
  });
  const holder = known.find((user) => user.email === email);
  const account = holder && (holder.emailConfirmedAt || !isMailConfigured()) ? holder : undefined;
  if (known.some((user) => user.username === username && user !== account)) throw usernameTaken();
  if (holder && (await client.membership.count({ where: { familyId, userId: holder.id } })) > 0) {
    throw conflict("already_member", "email", "This person is already in your family.");
  }
  const open = await client.invitation.findFirst({
    where: {
      familyId,
      ...openInvitation(),
      OR: [{ username }, { email }, ...(memberId ? [{ memberId }] : [])],
      ...(except ? { id: { not: except } } : {}),
    },
    select: { username: true, email: true },
  });
  if (open) {
    const field = open.email === email ? "email" : open.username === username ? "username" : "memberId";
    const whose = { email: "this email address", username: "this username", memberId: "this person" }[field];
    throw conflict(
      "already_invited",
      field,
      `There is already an open invitation for ${whose}. Send it again, or cancel it first.`,
    );
  }
  return account !== undefined;
}

/** A person of the family without an account. @throws AppError 404, 409 */
export async function requireUnlinkedPerson(
  client: Prisma.TransactionClient,
  familyId: string,
  memberId: string,
): Promise<void> {
  const person = isUuid(memberId)
    ? await client.familyMember.findFirst({ where: { id: memberId, familyId }, select: { userId: true } })
    : null;
  if (!person) throw notFound();
  if (person.userId !== null) {
    throw conflict("person_has_account", "memberId", "This person already has an account.");
  }
}
