import type { SignUp } from "@/lib/core/system-settings/schema";
import { chosenSignUp } from "@/lib/core/system-settings/server/stored-settings";
import type { Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { isPrivateHost } from "@/lib/http/networks";

/** Whether anyone has been here before: an account exists, or a family whose people have all left. */
export async function isInUse(client: Pick<Prisma.TransactionClient, "$queryRaw">): Promise<boolean> {
  const [row] = await client.$queryRaw<{ isInUse: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "User" WHERE NOT "isSuperAdmin") OR EXISTS (SELECT 1 FROM "Family") AS "isInUse"`;
  return row?.isInUse ?? true;
}

/**
 * Whether people can create accounts without an invitation: the super admin's choice, otherwise SIGN_UP. Without
 * either, always on a private address; on a public one until the first account exists, unless that one needs the setup
 * code: a stranger could be quicker than the person installing it.
 * @param stored the settings row's values
 */
export async function decideSignUp(
  stored: unknown,
  client: Pick<Prisma.TransactionClient, "$queryRaw">,
): Promise<SignUp> {
  const chosen = chosenSignUp(stored);
  if (chosen !== null) return { isOpen: chosen, reason: "super-admin" };
  if (env.SIGN_UP) return { isOpen: env.SIGN_UP === "open", reason: "environment" };
  if (!env.APP_URL || isPrivateHost(new URL(env.APP_URL).hostname))
    return { isOpen: true, reason: "private-address" };
  return { isOpen: !env.SETUP_CODE && !(await isInUse(client)), reason: "public-address" };
}
