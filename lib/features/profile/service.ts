import type { Actor } from "@/lib/auth/actor";
import { revokeTokens } from "@/lib/auth/one-time-tokens";
import { db } from "@/lib/db";
import type { UserDto } from "@/lib/features/accounts/schema";
import { requireUser } from "@/lib/features/accounts/service";
import { missingProfileField } from "@/lib/features/profile/onboarding";
import { getPendingEmail, requestEmailChange } from "@/lib/features/profile/pending-email-service";
import {
  invalidEmail,
  type ProfileDto,
  type ProfileUpdateInput,
  requiredWords,
} from "@/lib/features/profile/schema";
import { AppError, badInput, notSignedIn } from "@/lib/http/errors";

/** The person with the address that waits for its confirmation. */
export async function getProfile(actor: Actor): Promise<ProfileDto> {
  const [user, pendingEmail] = await Promise.all([requireUser(actor), getPendingEmail(actor)]);
  return { ...user, pendingEmail };
}

/**
 * Saves what somebody typed about themselves. A changed e-mail address stays pending until it is confirmed; the
 * present one typed again takes a pending one back.
 * @throws AppError 400 without an e-mail address where one is needed; 409 when it is somebody's; 422; 429
 */
export async function updateProfile(actor: Actor, input: ProfileUpdateInput): Promise<ProfileDto> {
  const { email, title, ...delivery } = input;
  if (actor.isChild && email) {
    const words = "A child's account has no email address. Ask one of the family's admins.";
    throw new AppError("child_has_no_email", 422, words, { field: "email" });
  }
  if (!actor.isChild && !email) throw badInput("email", invalidEmail);
  await db.$transaction(async (client) => {
    const person = await client.user.findUnique({
      where: { id: actor.userId },
      select: { email: true },
    });
    if (!person) throw notSignedIn();
    if (email && email !== person.email) await requestEmailChange(actor, email, client);
    else await revokeTokens("confirmEmail", actor.userId, client);
    await client.user.update({
      where: { id: actor.userId },
      data: {
        ...delivery,
        addressLine2: delivery.addressLine2 ?? null,
        ...(title === undefined ? {} : { title }),
      },
      select: { id: true },
    });
  });
  return getProfile(actor);
}

/**
 * Ends the wizard. Super admins have none: nothing is asked of them.
 * @throws AppError 422 naming what is missing
 */
export async function completeOnboarding(actor: Actor): Promise<UserDto> {
  const user = await requireUser(actor);
  if (!user.isSuperAdmin) {
    const field = missingProfileField(user);
    if (field) throw new AppError("profile_incomplete", 422, requiredWords[field], { field });
    if (!user.hasPassword || user.passwordTemporary) {
      throw new AppError("password_missing", 422, "Please set a password of your own first.", {
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
