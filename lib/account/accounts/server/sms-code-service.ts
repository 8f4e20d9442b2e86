import { randomInt, randomUUID } from "node:crypto";
import { smsCodeLength } from "@/lib/account/accounts/schema";
import { hashSecret, revokeTokens } from "@/lib/core/auth/server/one-time-tokens";
import { databasePool, db, type Prisma } from "@/lib/db";

/** quality.md, Links and codes. */
const codeMinutes = 10;
const codeTries = 5;
/** Codes sent to one number per day, for any purpose, so that a phone is never flooded. */
export const codesPerDay = { name: "sms-code", perDay: 5, isSlowing: false };

type SmsCodeKind = "smsReset" | "confirmPhone";

/** Creates a code for an account, replacing an older one: otherwise every message would allow five more tries. */
export async function createSmsCode(
  kind: SmsCodeKind,
  userId: string,
  detail: Prisma.InputJsonObject,
  client: Prisma.TransactionClient,
): Promise<{ tokenId: string; code: string; expiresAt: Date }> {
  await revokeTokens(kind, userId, client);
  const id = randomUUID();
  const code = String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, "0");
  const expiresAt = new Date(Date.now() + codeMinutes * 60_000);
  await client.oneTimeToken.create({
    data: { id, kind, userId, detail, tokenHash: hashSecret(`${id}:${code}`), expiresAt },
    select: { id: true },
  });
  return { tokenId: id, code, expiresAt };
}

interface OpenCode {
  id: string;
  userId: string;
  detail: Prisma.JsonValue;
  tokenHash: Buffer;
}

// One statement counts the try before the code is checked: only five of many concurrent tries get that far.
const countTry = `
  UPDATE "OneTimeToken" SET attempts = attempts + 1
  WHERE kind = $1::"TokenKind" AND "userId" = ANY($2::uuid[]) AND "usedAt" IS NULL AND "expiresAt" > now() AND attempts < $3
  RETURNING id, "userId", detail, "tokenHash"`;

/** The account that this open code is for, among these; each of them uses up a try. */
export async function findSmsCode(
  kind: SmsCodeKind,
  userIds: string[],
  code: string,
): Promise<Omit<OpenCode, "tokenHash"> | null> {
  const { rows } = await databasePool().query<OpenCode>(countTry, [kind, userIds, codeTries]);
  return rows.find(({ id, tokenHash }) => tokenHash.equals(hashSecret(`${id}:${code}`))) ?? null;
}

/** Uses up a code; if two requests have the same one, the database lets one through. */
export async function consumeSmsCode(id: string, client: Prisma.TransactionClient = db): Promise<boolean> {
  const { count } = await client.oneTimeToken.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}
