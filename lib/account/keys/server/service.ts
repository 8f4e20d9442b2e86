import { announceChange } from "@/lib/account/accounts/server/notice-service";
import {
  type CreateKeyInput,
  type KeyDto,
  type KeyScope,
  maxKeys,
  type NewKeyDto,
  type OwnKeysDto,
  type UsedKeyDto,
} from "@/lib/account/keys/schema";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { endKeysOf, newPersonalKey } from "@/lib/core/auth/server/personal-keys";
import { forgetSessions, lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const keySelect = {
  id: true,
  name: true,
  hint: true,
  scopes: true,
  createdAt: true,
  lastUsedOn: true,
  lastNetwork: true,
  membership: { select: { family: { select: { id: true, name: true } } } },
} as const;

interface KeyRow {
  id: string;
  name: string;
  hint: string;
  scopes: KeyScope[];
  createdAt: Date;
  lastUsedOn: Date | null;
  lastNetwork: string | null;
  membership: { family: { id: string; name: string } };
}

const keyDto = ({ membership, createdAt, lastUsedOn, ...row }: KeyRow): KeyDto => ({
  ...row,
  family: membership.family,
  createdAt: createdAt.toISOString(),
  lastUsedOn: lastUsedOn?.toISOString().slice(0, 10) ?? null,
});

const tooMany = () =>
  new AppError("too_many_keys", 422, `You can have at most ${maxKeys} API keys. Revoke one first.`);

/** This person's keys, latest first, and the families that they can make one for. */
export async function listKeys({ userId, isChild }: Actor): Promise<OwnKeysDto> {
  const [keys, memberships] = await Promise.all([
    db.personalKey.findMany({
      where: { userId },
      select: keySelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    db.membership.findMany({
      where: { userId, family: { suspendedAt: null } },
      select: { family: { select: { id: true, name: true } } },
      orderBy: [{ joinedAt: "asc" }, { familyId: "asc" }],
    }),
  ]);
  return { keys: keys.map(keyDto), families: isChild ? [] : memberships.map(({ family }) => family) };
}

/** @throws AppError 404 */
async function requireOwnFamily(
  userId: string,
  familyId: string,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  const where = { userId, familyId, family: { suspendedAt: null } };
  if (!isUuid(familyId) || (await client.membership.count({ where })) === 0) throw notFound();
}

/**
 * Creates a key once the person has proved again who they are. Only this response contains it.
 * @throws AppError 403 for a child, 404 for a family that isn't theirs, 422, 429
 */
export async function createKey(
  actor: MemberActor,
  { name, scopes, familyId = actor.familyId, ...proof }: CreateKeyInput,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<NewKeyDto> {
  const { userId } = actor;
  if (actor.isChild) throw forbidden("API keys are for the grown-ups.");
  await requireOwnFamily(userId, familyId);
  await requireProof(actor, proof, party);
  const { key, ...stored } = newPersonalKey();
  const row = await db.$transaction(async (client) => {
    await lockSignedIn(client, actor);
    await requireOwnFamily(userId, familyId, client);
    if ((await client.personalKey.count({ where: { userId } })) >= maxKeys) throw tooMany();
    const data = { userId, familyId, name, scopes, ...stored };
    const created = await client.personalKey.create({ data, select: keySelect });
    const family = created.membership.family.name;
    const text = `The API key “${name}” was created for your account. A program that has it can use the album of ${family} as you.`;
    const change = {
      userId,
      action: "account.keyCreated",
      detail: { keyId: created.id, name, scopes },
      text,
    };
    await announceChange(change, origin, client);
    return created;
  });
  return { ...keyDto(row), key };
}

/** Ends one of this person's keys; it never works again. @throws AppError 404 */
export async function deleteKey({ userId }: Actor, id: string, origin: SessionOrigin): Promise<void> {
  await db.$transaction(async (client) => {
    const where = { id, userId };
    const key = await client.personalKey.findFirst({ where, select: { name: true } });
    const { count } = await client.personalKey.deleteMany({ where });
    if (!key || count === 0) throw notFound();
    const detail = { keyId: id, name: key.name };
    await recordActivity(
      { action: "account.keyEnded", actorId: userId, subjectId: userId, detail, origin },
      client,
    );
  });
  forgetSessions((seen) => seen.key?.id === id);
}

/** Ends all of this person's keys. @returns how many there were */
export async function deleteAllKeys({ userId }: Actor, origin: SessionOrigin): Promise<number> {
  const ended = await db.$transaction(async (client) => {
    const count = await endKeysOf(userId, client);
    if (count === 0) return 0;
    await recordActivity(
      { action: "account.keysEnded", actorId: userId, subjectId: userId, detail: { count }, origin },
      client,
    );
    return count;
  });
  forgetSessions((seen) => seen.key !== null && seen.userId === userId);
  return ended;
}

/** The key that the caller uses. @throws AppError 404 for a session */
export async function getUsedKey(actor: MemberActor): Promise<UsedKeyDto> {
  const where = { id: actor.key?.id ?? actor.sessionId, userId: actor.userId };
  const row = await db.personalKey.findFirst({ where, select: keySelect });
  if (!row) throw notFound();
  const { id, name, scopes, family } = keyDto(row);
  const { username, role, firstYear } = actor;
  return { id, name, scopes, username, role, family, firstYear };
}
