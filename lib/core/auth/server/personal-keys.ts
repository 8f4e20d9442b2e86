import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/core/auth/server/actor";
import { type ActorRow, actorOfRow, personColumns } from "@/lib/core/auth/server/actor-row";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { databasePool, type Prisma } from "@/lib/db";
import type { KeyScope } from "@/lib/generated/prisma/enums";
import { wideNetwork } from "@/lib/http/networks";
import { Cache } from "@/lib/platform/cache";
import { processWide } from "@/lib/shared/process-wide";

/** Someone acting through a personal key. */
export interface KeyActor extends Actor {
  key: NonNullable<Actor["key"]>;
}

const prefix = "ksp_";
const hintLength = prefix.length + 6;
/** As for sessions: how long an answer may be reused. */
const cacheMs = 2_000;

const { actors } = processWide("personal-keys", () => ({
  actors: new Cache<KeyActor>({ maxItems: 1_000, maxAgeMs: cacheMs, name: "key actors" }),
}));

interface KeyRow extends ActorRow {
  keyId: string;
  scopes: KeyScope[];
}

// As for a session, every lookup reads the person, the membership the key belongs to, and its family.
const findKey = `
  SELECT ${personColumns}, k.id AS "keyId", k.scopes::text[] AS scopes
  FROM "PersonalKey" k
  JOIN "User" u ON u.id = k."userId"
  JOIN "Membership" m ON m."userId" = k."userId" AND m."familyId" = k."familyId"
  JOIN "Family" f ON f.id = k."familyId"
  WHERE k."keyHash" = $1 AND u."suspendedAt" IS NULL AND NOT u."isChild" AND NOT u."isSuperAdmin"`;

const recordUse = `
  UPDATE "PersonalKey" SET "lastUsedOn" = (now() AT TIME ZONE 'UTC')::date, "lastNetwork" = $2
  WHERE id = $1::uuid AND ("lastUsedOn" IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date
    OR "lastNetwork" IS DISTINCT FROM $2)`;

async function loadActor(hash: Uint8Array, address: string): Promise<KeyActor | null> {
  const found = await databasePool().query<KeyRow>({ name: "personal-key", text: findKey, values: [hash] });
  const [row] = found.rows;
  if (!row) return null;
  const values = [row.keyId, wideNetwork(address)];
  await databasePool().query({ name: "personal-key-use", text: recordUse, values });
  const key = { id: row.keyId, scopes: row.scopes };
  return { ...actorOfRow(row, { sessionId: key.id, key, screenId: null, isDirectAccess: false }), key };
}

/** The owner of this key; null if it isn't valid. Records the day and the network. */
export async function actorOfKey(key: string, address: string): Promise<KeyActor | null> {
  if (!isPersonalKey(key) || key.length > 100) return null;
  // Looked up by its hash, so the response time reveals nothing about a key.
  const hash = hashSecret(key);
  return actors.load(Buffer.from(hash).toString("base64"), () => loadActor(hash, address));
}

export const isPersonalKey = (token: string) => token.startsWith(prefix);

/** A new key: what the person is shown, and what is stored of it. */
export function newPersonalKey() {
  const key = `${prefix}${randomBytes(32).toString("base64url")}`;
  return { key, keyHash: hashSecret(key), hint: key.slice(0, hintLength) };
}

/** Drops this server's cached answers about these keys. */
export function forgetKeys(matches: (actor: KeyActor) => boolean): void {
  actors.invalidateWhere(matches);
}

/** Ends all of someone's keys. @returns how many there were */
export async function endKeysOf(userId: string, client: Prisma.TransactionClient): Promise<number> {
  return (await client.personalKey.deleteMany({ where: { userId } })).count;
}
