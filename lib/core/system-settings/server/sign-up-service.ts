import type { SignUp } from "@/lib/core/system-settings/schema";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { decideSignUp } from "@/lib/core/system-settings/server/sign-up-rule";
import { signUpClosed } from "@/lib/core/system-settings/sign-up-text";
import { db, type Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { lockInTransaction } from "@/lib/platform/locks";

const closed = () => new AppError("sign_up_closed", 403, signUpClosed);

/** Whether sign-up is currently open, and what decides it. */
export async function getSignUp(client: Prisma.TransactionClient = db): Promise<SignUp> {
  const row = await client.systemSettings.findUnique({ where: { id: 1 }, select: { values: true } });
  return decideSignUp(row?.values, client);
}

/** @throws AppError 403 while sign-up is closed; invitations still work */
export async function requireSignUpOpen(): Promise<void> {
  const { signUpOpen } = await getSystemSettings();
  if (!signUpOpen) throw closed();
}

/**
 * The same check in the transaction that creates the account, before creating it. If only the first account is allowed,
 * sign-ups wait for each other here: of two at once, the second sees the first one's account.
 * @throws AppError 403
 */
export async function claimSignUp(client: Prisma.TransactionClient): Promise<void> {
  let signUp = await getSignUp(client);
  if (signUp.isOpen && signUp.reason === "public-address") {
    await lockInTransaction(client, "sign-up");
    signUp = await getSignUp(client);
  }
  if (!signUp.isOpen) throw closed();
}
