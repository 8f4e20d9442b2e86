import { createHash, timingSafeEqual } from "node:crypto";
import { alreadySetUp, type SignedIn, signUpOperator } from "@/lib/account/accounts/server/service";
import type { FirstRunInput } from "@/lib/account/first-run/schema";
import type { Actor } from "@/lib/core/auth/server/actor";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { isInUse } from "@/lib/core/system-settings/server/sign-up-rule";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { badInput, forbidden } from "@/lib/http/errors";
import { plainSetupCode } from "@/lib/shared/setup-code";

/** Whether the installation is empty and can be set up with its code. Super admins don't count: they have no album. */
export async function isFirstRunOpen(): Promise<boolean> {
  return env.SETUP_CODE !== undefined && !(await isInUse(db));
}

const digest = (code: string) => createHash("sha256").update(plainSetupCode(code)).digest();

/**
 * Creates the owner of an empty installation, names their album and signs them in.
 * @throws AppError 400 with the field `code`; 404 when the installation has an owner, or no code
 */
export async function setUpInstallation(
  { code, ...input }: FirstRunInput,
  origin: SessionOrigin,
): Promise<SignedIn> {
  if (env.SETUP_CODE === undefined || !(await isFirstRunOpen())) throw alreadySetUp();
  if (!timingSafeEqual(digest(code), digest(env.SETUP_CODE))) {
    throw badInput(
      "code",
      "That isn't the setup code. It's in the lines that the server prints when it starts.",
    );
  }
  return signUpOperator(input, origin);
}

/** Whether someone can see how this installation is set up: the person who did it, and super admins. */
export async function isOperator(actor: Actor): Promise<boolean> {
  if (actor.isSuperAdmin) return true;
  const where = { id: actor.userId, isOperator: true };
  return (await db.user.findFirst({ where, select: { id: true } })) !== null;
}

/** @throws AppError 403 */
export async function requireOperator(actor: Actor): Promise<void> {
  if (!(await isOperator(actor))) throw forbidden();
}
