import { resetGuessLimits, updatePassword } from "@/lib/account/accounts/server/change-of-password-service";
import { hashPassword, verifyPassword } from "@/lib/core/auth/server/passwords";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { env } from "@/lib/env";

/**
 * Creates the super admin configured in the environment, with that password (product.md, Super admins), or gives the
 * existing one the new password: as with every change of it, sessions and links end. Another person's account with the
 * same e-mail address is not touched.
 * @throws Error when the address belongs to an ordinary account
 */
export async function ensureSuperAdmin(): Promise<void> {
  const email = env.SUPER_ADMIN_EMAIL?.toLowerCase();
  const password = env.SUPER_ADMIN_PASSWORD;
  if (!email || !password) return;
  const existing = await db.user.findUnique({
    where: { email },
    select: { id: true, isSuperAdmin: true, passwordHash: true },
  });
  if (existing && !existing.isSuperAdmin) {
    throw new Error("SUPER_ADMIN_EMAIL belongs to an ordinary account. Choose another address.");
  }
  if (existing && (await verifyPassword(existing.passwordHash, password))) return;
  const passwordHash = await hashPassword(password);
  if (existing) return replacePassword(existing, passwordHash);
  await db.user.upsert({
    where: { email },
    create: {
      username: email,
      email,
      passwordHash,
      emailConfirmedAt: new Date(),
      isSuperAdmin: true,
      onboardingCompleted: true,
    },
    // Another server that starts at the same time has created it.
    update: {},
    select: { id: true },
  });
}

async function replacePassword(
  { id: userId, passwordHash: before }: { id: string; passwordHash: string | null },
  passwordHash: string,
): Promise<void> {
  const change = {
    userId,
    passwordHash,
    isTemporary: false,
    // Several servers may start at once: one of them changes it.
    where: { passwordHash: before },
    action: "account.passwordChanged" as const,
    origin: { userAgent: null, ipAddress: null },
  };
  const owner = await db.$transaction((client) => updatePassword(change, client));
  if (!owner) return;
  forgetSessions((seen) => seen.userId === userId);
  await resetGuessLimits(owner);
}
