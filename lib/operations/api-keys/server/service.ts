import { randomBytes } from "node:crypto";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { apiKeyPrefix, hashApiKey } from "@/lib/core/auth/server/api-keys";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import type { ApiKeyDto, CreateApiKeyInput, NewApiKeyDto } from "@/lib/operations/api-keys/schema";

const hintLength = apiKeyPrefix.length + 6;

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

/** The active keys, newest first. */
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

/** Creates a key. Only this response contains it; the database only has its hash. */
export async function createApiKey(actor: Actor, input: CreateApiKeyInput): Promise<NewApiKeyDto> {
  const key = `${apiKeyPrefix}${randomBytes(32).toString("base64url")}`;
  const row = await db.$transaction(async (client) => {
    const created = await client.apiKey.create({
      data: {
        ...input,
        keyHash: hashApiKey(key),
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

/** Permanently revokes a key. @throws AppError 404 */
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
