import { createHash } from "node:crypto";
import { db } from "@/lib/db";

export const apiKeyPrefix = "ksk_";
/** lastUsedAt is not written on every use of a busy key. */
const lastUsedEveryMs = 60_000;

/** All that is stored of a key. */
export const hashApiKey = (key: string) => createHash("sha256").update(key).digest();

/** A key is only valid while its creator is a super admin and not suspended. */
async function isMakerInOffice(createdById: string | null): Promise<boolean> {
  const maker = createdById
    ? await db.user.findUnique({
        where: { id: createdById },
        select: { isSuperAdmin: true, suspendedAt: true },
      })
    : null;
  return !maker || (maker.isSuperAdmin && maker.suspendedAt === null);
}

/**
 * The key, if it grants that scope; null for anything else. Records that it was used.
 * @param token what follows `Bearer`
 */
export async function verifyApiKey(token: string, scope: string): Promise<{ id: string } | null> {
  if (!token.startsWith(apiKeyPrefix) || token.length > 100) return null;
  // Looked up by its hash, so the response time reveals nothing about a key.
  const found = await db.apiKey.findFirst({
    where: { keyHash: hashApiKey(token), scope, revokedAt: null },
    select: { id: true, createdById: true },
  });
  if (!found || !(await isMakerInOffice(found.createdById))) return null;
  const now = Date.now();
  await db.apiKey.updateMany({
    where: {
      id: found.id,
      OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: new Date(now - lastUsedEveryMs) } }],
    },
    data: { lastUsedAt: new Date(now) },
  });
  return { id: found.id };
}

/** The key in an `Authorization: Bearer` header, if there is one. */
export function bearerToken(authorization: string | null | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
