import { requireOwnPassword } from "@/lib/account/accounts/server/own-password-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import { accountName } from "@/lib/core/names/server/member-name-service";
import { db, longTransaction, type Prisma } from "@/lib/db";
import { endFamily } from "@/lib/family/families/server/deletion-service";
import {
  canOwn,
  endMembership,
  lockFamily,
  lockPerson,
  ownerSelect,
} from "@/lib/family/families/server/membership-service";
import { AppError, badInput, forbidden, notSignedIn } from "@/lib/http/errors";
import type { AccountDeletionPlan, DeleteAccountInput } from "@/lib/operations/your-data/schema";
import { ownMessages } from "@/lib/operations/your-data/server/own-messages-service";
import { getStorage } from "@/lib/platform/storage/storage";

type Plan = AccountDeletionPlan["families"];

/** What deleting the account would mean for each of the person's families. */
export async function planAccountDeletion(
  actor: Actor,
  client: Prisma.TransactionClient = db,
): Promise<AccountDeletionPlan> {
  const memberships = await client.membership.findMany({
    where: { userId: actor.userId },
    select: {
      role: true,
      family: {
        select: {
          id: true,
          name: true,
          memberships: { where: { userId: { not: actor.userId } }, select: ownerSelect },
        },
      },
    },
    orderBy: { familyId: "asc" },
  });
  const families: Plan = memberships.map(({ role, family: { id, name, memberships: others } }) => {
    if (others.length === 0) return { id, name, fate: "goes" };
    const able = others.filter(canOwn);
    if (role !== "owner" || able.some((other) => other.role === "owner")) return { id, name, fate: "stays" };
    return { id, name, fate: able.length > 0 ? "needsOwner" : "needsDeletion" };
  });
  return { families };
}

async function requireConfirmation(actor: Actor, input: DeleteAccountInput): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { passwordHash: true, username: true },
  });
  if (!user) throw notSignedIn();
  if (user.passwordHash !== null) {
    if (!input.password) throw badInput("password", "Password is required");
    const message = "That is not your password. Nothing was deleted.";
    await requireOwnPassword(actor, input.password, "password", message);
  } else if (input.username?.trim().toLowerCase() !== user.username) {
    throw new AppError("not_confirmed", 422, `Please type ${user.username}. Nothing was deleted.`, {
      field: "username",
    });
  }
}

/** Locks the families, then the person: joining another family meanwhile has to wait. */
async function lockEverything(actor: Actor, client: Prisma.TransactionClient): Promise<Plan> {
  const { families } = await planAccountDeletion(actor, client);
  for (const { id } of families) await lockFamily(client, id);
  await lockPerson(client, actor.userId);
  // The same request a moment earlier has deleted the account.
  if ((await client.user.count({ where: { id: actor.userId } })) === 0) throw notSignedIn();
  const { families: now } = await planAccountDeletion(actor, client);
  if (now.length !== families.length || now.some(({ id }, index) => families[index]?.id !== id)) {
    throw new AppError("changed_meanwhile", 409, "Your families have just changed. Please look again.");
  }
  const stuck = now.find(({ fate }) => fate === "needsOwner" || fate === "needsDeletion");
  if (stuck) {
    const advice =
      stuck.fate === "needsOwner"
        ? "and others are in it. Make someone else its owner first, in Settings, Family."
        : "and nobody else in it can become its owner. Delete the family first, in Settings, Family.";
    throw new AppError("last_owner", 422, `You are the only owner of ${stuck.name}, ${advice}`);
  }
  return now;
}

function describeKeptFamilies(families: Plan): string {
  const names = families.filter(({ fate }) => fate === "stays").map(({ name }) => name);
  if (names.length === 0) return "";
  return `The photos you added stay in the album of ${names.join(" and of ")}, without your name.`;
}

/**
 * Permanently deletes the account: sessions, settings, hearts, passkeys, everything that was only theirs. Pictures stay
 * with the family, without an uploader; families with no other members are deleted too.
 * @throws AppError 400, 401 when it is gone already, 403 for children and super admins, 409, 422 wrong_password, not_confirmed or last_owner, 429
 */
export async function deleteAccount(actor: Actor, input: DeleteAccountInput): Promise<void> {
  if (actor.isSuperAdmin) {
    throw forbidden("A super admin's account is set up and removed by the person who runs this server.");
  }
  if (actor.isChild)
    throw forbidden("A child's account is looked after by the family's admins. Please ask one.");
  await requireConfirmation(actor, input);
  const unfinished = await db.$transaction(async (client) => {
    const families = await lockEverything(actor, client);
    const name = await accountName(actor.username, client);
    const uploads = await client.upload.findMany({ where: { userId: actor.userId }, select: { id: true } });
    for (const { id, fate } of families) {
      if (fate === "goes") await endFamily(client, { ...actor, familyId: id });
      else await endMembership(client, { familyId: id, userId: actor.userId });
    }
    await client.outboxMessage.deleteMany({ where: await ownMessages(actor, client) });
    const { email } = await client.user.delete({
      where: { id: actor.userId },
      select: { email: true },
    });
    await recordActivity({ action: "account.deleted", subjectId: actor.userId }, client);
    if (email) {
      const values = { name, username: actor.username, kept: describeKeptFamilies(families) };
      await sendMail("accountDeleted", email, values, client);
    }
    return uploads;
  }, longTransaction);
  forgetSessions((seen) => seen.userId === actor.userId);
  for (const { id } of unfinished) await getStorage().dropChunks(id);
}
