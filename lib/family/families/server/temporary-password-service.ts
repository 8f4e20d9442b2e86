import { randomInt } from "node:crypto";
import { temporaryPasswordDays } from "@/lib/account/accounts/schema";
import {
  resetGuessLimits,
  revokeRecoveryLinks,
} from "@/lib/account/accounts/server/change-of-password-service";
import { getHomeFamily } from "@/lib/account/accounts/server/child-recovery-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { hashPassword } from "@/lib/core/auth/server/passwords";
import { endSessionsOf, forgetSessions, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { memberName } from "@/lib/core/names/server/member-name-service";
import { db, type Prisma } from "@/lib/db";
import { lockOwnFamily, lockPerson } from "@/lib/family/families/server/membership-service";
import { AppError, forbidden, notFound } from "@/lib/http/errors";

const consonants = "bdfghjklmnprstvwz";
const vowels = "aeiou";
const letterOf = (letters: string) => letters[randomInt(letters.length)] ?? "";

/** Six syllables that are easy to read out over the phone, such as `tabi-nolu-keso`: 38 bits, for one sign-in. */
export function newTemporaryPassword(): string {
  const syllable = () => letterOf(consonants) + letterOf(vowels);
  return Array.from({ length: 3 }, () => syllable() + syllable()).join("-");
}

/**
 * Ensures that an admin may replace this password: only for accounts that give access to nothing but this family's
 * album. With an owner's or another admin's account the admin could do more than with their own; an account in several
 * families would give access to the others.
 * @throws AppError 403, 404, 409
 */
async function requireCanReplace(client: Prisma.TransactionClient, actor: MemberActor, userId: string) {
  const membership = await client.membership.findFirst({
    where: { familyId: actor.familyId, userId },
    select: {
      role: true,
      user: {
        select: { ...nameSelect(actor.familyId), id: true, email: true, isChild: true, isSuperAdmin: true },
      },
    },
  });
  if (!membership) throw notFound();
  const { role, user } = membership;
  if (userId === actor.userId) {
    throw forbidden("This is your own account. Please change your password on the Password page.");
  }
  if (role !== "member" || user.isSuperAdmin) {
    throw forbidden(
      "Owners and admins choose their own passwords. They can ask for a new one with Forgot your password?",
    );
  }
  const isTheirs = user.isChild
    ? (await getHomeFamily(userId, client)) === actor.familyId
    : (await client.membership.count({ where: { userId, familyId: { not: actor.familyId } } })) === 0;
  if (!isTheirs) {
    throw new AppError(
      "belongs_to_another_family",
      409,
      `${nameOf(user)} belongs to another family too, so only they can choose a new password, with Forgot your password?`,
    );
  }
  return user;
}

/**
 * Gives someone a password for one sign-in, after which they choose their own. Their sessions end, and they are
 * notified by mail.
 * @returns the password: shown once, stored nowhere
 * @throws AppError 403, 404, 409
 */
export async function setTemporaryPassword(
  actor: MemberActor,
  userId: string,
  origin: SessionOrigin,
): Promise<string> {
  const temporaryPassword = newTemporaryPassword();
  const passwordHash = await hashPassword(temporaryPassword);
  const { familyId } = actor;
  const user = await db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.manageUsers");
    await lockPerson(client, userId);
    const found = await requireCanReplace(client, actor, userId);
    const family = await client.family.findUniqueOrThrow({
      where: { id: familyId },
      select: { name: true },
    });
    await client.user.update({
      where: { id: userId },
      data: {
        passwordHash,
        passwordTemporary: true,
        passwordExpiresAt: new Date(Date.now() + temporaryPasswordDays * 86_400_000),
      },
      select: { id: true },
    });
    await endSessionsOf(userId, { client });
    await revokeRecoveryLinks(userId, client);
    await recordActivity(
      { action: "account.temporaryPasswordSet", actorId: actor.userId, subjectId: userId, familyId, origin },
      client,
    );
    if (found.email) {
      const values = {
        username: found.username,
        admin: await memberName(actor, client),
        family: family.name,
      };
      await sendMail("temporaryPassword", found.email, values, client);
    }
    return found;
  });
  forgetSessions((seen) => seen.userId === userId);
  await resetGuessLimits(user);
  return temporaryPassword;
}
