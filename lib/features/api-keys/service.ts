import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import { recordActivity } from "@/lib/core/activity/service";
import { db } from "@/lib/db";
import type { ApiKeyDto, CreateApiKeyInput, NewApiKeyDto } from "@/lib/features/api-keys/schema";
import { notFound } from "@/lib/http/errors";

const prefix = "ksk_";
const hintLength = prefix.length + 6;
/** A key that is used all the time is not written all the time. */
const lastUsedEveryMs = 60_000;

const hashKey = (key: string) => createHash("sha256").update(key).digest();

const keySelect = {
  id: true,
  name: true,
  scope: true,
  hint: true,
  createdById: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

interface KeyRow {
  id: string;
  name: string;
  scope: string;
  hint: string;
  createdById: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const keyDto = ({ createdById: _, ...row }: KeyRow, createdBy: string | null): ApiKeyDto => ({
  ...row,
  createdBy,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** The keys that work, newest first. */
export async function listApiKeys(): Promise<ApiKeyDto[]> {
  const rows = await db.apiKey.findMany({
    where: { revokedAt: null },
    select: keySelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const makers = await db.user.findMany({
    where: { id: { in: rows.flatMap(({ createdById }) => createdById ?? []) } },
    select: { id: true, username: true },
  });
  const names = new Map(makers.map(({ id, username }) => [id, username]));
  return rows.map((row) => keyDto(row, names.get(row.createdById ?? "") ?? null));
}

/** Makes a key. It is in this answer and nowhere else: only its hash is kept. */
export async function createApiKey(actor: Actor, input: CreateApiKeyInput): Promise<NewApiKeyDto> {
  const key = `${prefix}${randomBytes(32).toString("base64url")}`;
  const row = await db.$transaction(async (client) => {
    const created = await client.apiKey.create({
      data: {
        ...input,
        keyHash: hashKey(key),
        hint: key.slice(0, hintLength),
        createdById: actor.userId,
      },
      select: keySelect,
    });
    const detail = { keyId: created.id, name: created.name, scope: created.scope };
    await recordActivity({ action: "system.apiKeyCreated", actorId: actor.userId, detail }, client);
    return created;
  });
  return { ...keyDto(row, actor.username), key };
}

/** Ends a key; it never works again. @throws AppError 404 */
export async function revokeApiKey(actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (client) => {
    const { count } = await client.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) throw notFound();
    const detail = { keyId: id };
    await recordActivity({ action: "system.apiKeyRevoked", actorId: actor.userId, detail }, client);
  });
}

/** A key opens no more than whoever made it may: a suspended person's, or a former super admin's, rests. */
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
 * Whose key this is, where it may open that scope; null for every other word. That it was used is noted.
 * @param token what follows `Bearer`
 */
export async function verifyApiKey(token: string, scope: string): Promise<{ id: string } | null> {
  if (!token.startsWith(prefix) || token.length > 100) return null;
  // Looked up by its hash: how long the answer takes tells nothing about a key.
  const found = await db.apiKey.findFirst({
    where: { keyHash: hashKey(token), scope, revokedAt: null },
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

/** The key of an `Authorization: Bearer` header, if there is one. */
export function bearerToken(request: Request): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}
