import { randomBytes } from "node:crypto";
import { recoveryCodeCount } from "@/lib/account/security/schema";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { db, type Prisma } from "@/lib/db";

/** Sixteen characters from an alphabet without look-alikes: 80 bits. */
function newRecoveryCode(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz023456789";
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** A code without the blanks, dashes and capitals that people type. */
export const stripSeparators = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");
const hashRecoveryCode = (userId: string, code: string) => hashSecret(`${userId} ${stripSeparators(code)}`);

/** Replaces the recovery codes. @returns the new ones; only their hashes are stored */
export async function replaceRecoveryCodes(
  userId: string,
  client: Prisma.TransactionClient,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await client.recoveryCode.deleteMany({ where: { userId } });
  await client.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code) })),
  });
  return codes;
}

/** Uses up a code. If two requests have the same one, the database lets one through. */
export async function consumeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.updateMany({
    where: { userId, codeHash: hashRecoveryCode(userId, code), usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}
