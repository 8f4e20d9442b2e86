import { hashPassword, verifyPassword } from "@/lib/core/auth/server/passwords";
import { db } from "@/lib/db";
import { env } from "@/lib/env";

/**
 * Creates or updates the super admin configured in the environment, with that password (product.md, Super admins).
 * Another person's account with the same e-mail address is not touched.
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
    update: { passwordHash },
    select: { id: true },
  });
}
