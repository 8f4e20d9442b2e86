import type { UserDto } from "@/lib/account/accounts/schema";
import { translateUniqueViolation } from "@/lib/account/accounts/server/account-conflicts";
import { requireUser } from "@/lib/account/accounts/server/service";
import { missingProfileField } from "@/lib/account/profile/onboarding";
import {
  deliverySchemas,
  invalidEmail,
  type ProfileDto,
  type ProfileUpdateInput,
  requiredMessages,
} from "@/lib/account/profile/schema";
import {
  announceContactChange,
  type Contact,
  contactSelect,
} from "@/lib/account/profile/server/contact-change-service";
import { getPendingEmail, requestEmailChange } from "@/lib/account/profile/server/pending-email-service";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import type { Actor } from "@/lib/core/auth/server/actor";
import { revokeTokens } from "@/lib/core/auth/server/one-time-tokens";
import { lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { db, type Prisma } from "@/lib/db";
import { AppError, badInput, notSignedIn } from "@/lib/http/errors";

/** The person, with the address that awaits confirmation. */
export async function getProfile(actor: Actor): Promise<ProfileDto> {
  const [user, pendingEmail, phone] = await Promise.all([
    requireUser(actor),
    getPendingEmail(actor),
    db.user.findUnique({ where: { id: actor.userId }, select: { phoneConfirmedAt: true } }),
  ]);
  return { ...user, pendingEmail, phoneConfirmed: Boolean(phone?.phoneConfirmedAt) };
}

interface ContactOwner extends Contact {
  id: string;
  username: string;
  hasMeans: boolean;
  isUnconfirmed: boolean;
  pendingEmail: string | null;
}

async function findContactOwner(actor: Actor, client: Prisma.TransactionClient = db): Promise<ContactOwner> {
  const person = await client.user.findUnique({
    where: { id: actor.userId },
    select: {
      ...contactSelect,
      id: true,
      username: true,
      emailConfirmedAt: true,
      passwordHash: true,
      _count: { select: { passkeys: true } },
    },
  });
  if (!person) throw notSignedIn();
  const { passwordHash, emailConfirmedAt, _count, ...owner } = person;
  const hasMeans = passwordHash !== null || _count.passkeys > 0;
  // It may have been confirmed since the request came in.
  const isUnconfirmed = actor.isUnconfirmed && emailConfirmedAt === null;
  return { ...owner, hasMeans, isUnconfirmed, pendingEmail: await getPendingEmail(actor, client) };
}

/** Describes, in sentences, what changes in how the person is reached; setting a first value is not a change. */
function contactChanges(
  owner: ContactOwner,
  email: string | null | undefined,
  phoneNumber: string | null | undefined,
) {
  const changes: string[] = [];
  const isNewEmail = email && email !== owner.email && email !== owner.pendingEmail;
  // People without any means of proof yet can still set a first address.
  if (isNewEmail && (owner.email !== null || owner.hasMeans))
    changes.push(`Your email address will change to ${email} once it is confirmed.`);
  if (owner.phoneNumber && phoneNumber !== undefined && phoneNumber !== owner.phoneNumber)
    changes.push(
      phoneNumber ? `Your phone number was changed to ${phoneNumber}.` : "Your phone number was removed.",
    );
  return changes;
}

/** The input, with its required parts. @throws AppError 400 naming the field */
async function checkDelivery(
  actor: Actor,
  typed: Omit<ProfileUpdateInput, "email" | "password" | "passkey">,
) {
  const { asksAddress } = await getOffers();
  const schema = deliverySchemas[asksAddress && !actor.isChild ? "required" : "optional"];
  const checked = schema.safeParse(typed);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw badInput(String(issue?.path[0] ?? "body"), issue?.message ?? "The input is not valid.");
}

/**
 * Saves what someone entered about themselves. A new phone number or e-mail address needs proof, as a passkey does, and
 * the address on file is notified. A changed e-mail address stays pending until it is confirmed; entering the current
 * one again cancels a pending one.
 * @throws AppError 400 without a required e-mail address or the proof; 403 without any means of proof; 409 when the
 * address is someone else's; 422; 429
 */
export async function updateProfile(
  actor: Actor,
  input: ProfileUpdateInput,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<ProfileDto> {
  const { email, password, passkey, ...typed } = input;
  if (actor.isChild && email) {
    const message = "A child's account has no email address. Ask one of the family's admins.";
    throw new AppError("child_has_no_email", 422, message, { field: "email" });
  }
  if (!actor.isChild && !email) throw badInput("email", invalidEmail);
  const { title, ...delivery } = await checkDelivery(actor, typed);
  const isChange = contactChanges(await findContactOwner(actor), email, delivery.phoneNumber).length > 0;
  if (isChange) await requireProof(actor, { password, passkey }, party);
  const save = async (client: Prisma.TransactionClient) => {
    // If two saves run at once, the second sees the result of the first.
    await lockSignedIn(client, actor);
    const owner = await findContactOwner(actor, client);
    const changes = contactChanges(owner, email, delivery.phoneNumber);
    if (changes.length > 0 && !isChange) throw badInput("password", "Please enter your password");
    if (email && email !== owner.email) await requestEmailChange(actor, email, client);
    else await revokeTokens("confirmEmail", actor.userId, client);
    const isNewPhone = delivery.phoneNumber !== undefined && delivery.phoneNumber !== owner.phoneNumber;
    if (isNewPhone) {
      for (const kind of ["confirmPhone", "smsReset"] as const)
        await revokeTokens(kind, actor.userId, client);
    }
    await client.user.update({
      where: { id: actor.userId },
      data: {
        ...delivery,
        ...(isNewPhone ? { phoneConfirmedAt: null } : {}),
        ...(delivery.addressLine1 === undefined ? {} : { addressLine2: delivery.addressLine2 ?? null }),
        ...(title === undefined ? {} : { title }),
      },
      select: { id: true },
    });
    // Nobody has proved that an unconfirmed mailbox is this person's: it may be a stranger's.
    if (changes.length > 0 && !owner.isUnconfirmed)
      await announceContactChange(owner, changes, origin, client);
  };
  await translateUniqueViolation(() => db.$transaction(save));
  return getProfile(actor);
}

/**
 * Completes the wizard. Super admins don't have one.
 * @throws AppError 422 naming what is missing
 */
export async function completeOnboarding(actor: Actor): Promise<UserDto> {
  const user = await requireUser(actor);
  if (!user.isSuperAdmin) {
    const field = missingProfileField(user);
    if (field) throw new AppError("profile_incomplete", 422, requiredMessages[field], { field });
    if (!user.hasPassword || user.passwordTemporary) {
      throw new AppError("password_missing", 422, "Please choose your own password first.", {
        field: "password",
      });
    }
  }
  await db.user.update({
    where: { id: actor.userId },
    data: { onboardingCompleted: true },
    select: { id: true },
  });
  return { ...user, onboardingCompleted: true };
}
