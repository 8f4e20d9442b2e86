import { translateUniqueViolation, usernameTaken } from "@/lib/account/accounts/server/account-conflicts";
import { hashNewPassword } from "@/lib/account/accounts/server/new-password";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { mayAs } from "@/lib/core/auth/server/permissions";
import { emit } from "@/lib/core/events/server/events";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { requireRoomForAccount } from "@/lib/core/system-settings/server/ceiling-service";
import { db, type Prisma } from "@/lib/db";
import type { ChildDto, CreateChildInput } from "@/lib/family/children/schema";
import { openInvitation, requirePlace } from "@/lib/family/families/server/member-limit-service";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import { requireUnlinkedPerson } from "@/lib/family/invitations/server/invitable-service";
import { forbidden } from "@/lib/http/errors";

/** What a child inherits from the admin who creates the account, to start onboarded (product.md, Children). */
const inheritedSelect = {
  phoneNumber: true,
  addressFullName: true,
  addressLine1: true,
  addressLine2: true,
  addressCity: true,
  addressPostcode: true,
  addressCountry: true,
} as const;

/** Names in this family's open invitations are reserved. */
async function requireFreeUsername(
  client: Prisma.TransactionClient,
  familyId: string,
  username: string,
): Promise<void> {
  const taken = await client.user.count({ where: { username } });
  const promised = await client.invitation.count({ where: { familyId, username, ...openInvitation() } });
  if (taken + promised > 0) throw usernameTaken();
}

/**
 * Creates an account without e-mail, for a child of this family only. If the child is already one of the family's
 * people, that entry is linked to the account and takes the name and the birthday given here.
 * @throws AppError 400 for a common password, 403, 404 for a foreign memberId, 409 with the field at fault, 422 member_limit
 */
export async function createChild(actor: MemberActor, input: CreateChildInput): Promise<ChildDto> {
  const { familyId } = actor;
  const { username, displayName, memberId, neverRecognize = false } = input;
  const birthDate = input.birthDate ?? "";
  const passwordHash = await hashNewPassword(input.password, { username });
  return translateUniqueViolation(() =>
    db.$transaction(async (client) => {
      if (neverRecognize) await lockFamilyFaces(client, familyId);
      const role = await lockOwnFamily(client, actor);
      if (!mayAs(role, "family.manageUsers")) throw forbidden("Only the family's admins can do this.");
      await requireFreeUsername(client, familyId, username);
      if (memberId) await requireUnlinkedPerson(client, familyId, memberId);
      await requirePlace(client, familyId, "new");
      const inherited = await client.user.findUniqueOrThrow({
        where: { id: actor.userId },
        select: inheritedSelect,
      });
      const { id } = await client.user.create({
        data: {
          ...inherited,
          username,
          passwordHash,
          isChild: true,
          onboardingCompleted: true,
          lastFamilyId: familyId,
        },
        select: { id: true },
      });
      await client.membership.create({
        data: { familyId, userId: id, role: "member" },
        select: { userId: true },
      });
      const person = { userId: id, name: displayName, birthDate: new Date(`${birthDate}T00:00:00Z`) };
      const kept = memberId
        ? await client.familyMember.update({
            where: { id: memberId, familyId },
            // A nickname would be shown instead of the name given here.
            data: { ...person, nickname: null },
            select: { id: true },
          })
        : await client.familyMember.create({ data: { ...person, familyId }, select: { id: true } });
      await emit("child.created", { memberId: kept.id, neverRecognize }, client);
      await emit("person.linked", { familyId }, client);
      await recordActivity(
        { action: "family.childAdded", actorId: actor.userId, subjectId: id, familyId, detail: { username } },
        client,
      );
      await requireRoomForAccount(client);
      return { id, username, displayName, birthDate, memberId: kept.id };
    }),
  );
}
