import type { ChangePasswordInput, SetPasswordInput } from "@/lib/account/accounts/schema";
import {
  type PasswordChange,
  type PasswordOwner,
  resetGuessLimits,
  updatePassword,
} from "@/lib/account/accounts/server/change-of-password-service";
import { hashNewPassword } from "@/lib/account/accounts/server/new-password";
import { requireOwnPassword } from "@/lib/account/accounts/server/own-password-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { forgetSessions, lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError, badInput, notSignedIn } from "@/lib/http/errors";

/** Sets the person's own password, from a session that continues. @throws AppError 401 */
async function updateOwnPassword(
  actor: Actor,
  change: Pick<PasswordChange, "passwordHash" | "where" | "action" | "origin">,
): Promise<PasswordOwner | null> {
  const { userId, sessionId } = actor;
  const owner = await db.$transaction(async (client) => {
    await lockSignedIn(client, actor);
    return updatePassword({ ...change, userId, isTemporary: false, currentSession: sessionId }, client);
  });
  // The current one too: it may have the password cached as temporary.
  forgetSessions((seen) => seen.userId === userId);
  if (owner) await resetGuessLimits(owner);
  return owner;
}

/**
 * Changes the password of someone who knows the current one. Their other sessions end.
 * @throws AppError 400 for one that is easily guessed or unchanged; 401; 422 no_password or wrong_password; 429
 */
export async function changePassword(
  actor: Actor,
  input: ChangePasswordInput,
  origin: SessionOrigin,
): Promise<void> {
  const own = await requireOwnPassword(
    actor,
    input.currentPassword,
    "currentPassword",
    "That is not your current password. Please try again.",
  );
  if (input.newPassword === input.currentPassword) {
    throw badInput("newPassword", "That is the password you have now. Please choose another.");
  }
  const passwordHash = await hashNewPassword(input.newPassword, own, "newPassword");
  // Only replaces the password that was verified: if two changes run at once, one has to start again.
  const where = { passwordHash: own.passwordHash };
  const change = { passwordHash, where, action: "account.passwordChanged" as const, origin };
  if (!(await updateOwnPassword(actor, change))) {
    throw new AppError(
      "password_just_changed",
      409,
      "Your password was changed a moment ago. Please try again.",
    );
  }
}

/**
 * Sets a first password, or replaces a temporary one.
 * @throws AppError 400; 401; 409 when there is one already
 */
export async function setPassword(
  actor: Actor,
  input: SetPasswordInput,
  origin: SessionOrigin,
): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { username: true, email: true },
  });
  if (!user) throw notSignedIn();
  const passwordHash = await hashNewPassword(input.newPassword, user, "newPassword");
  // A single statement checks and sets it, so a first password can only be set once.
  const where = { OR: [{ passwordHash: null }, { passwordTemporary: true }] };
  if (!(await updateOwnPassword(actor, { passwordHash, where, action: "account.passwordSet", origin }))) {
    throw new AppError(
      "password_exists",
      409,
      "Your account has a password already. To change it, please enter the current one too.",
    );
  }
}
