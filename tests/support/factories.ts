import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type DerivativeKind, derivativeKey, originalKey } from "@/lib/album/media/server/storage-keys";
import { hashPassword } from "@/lib/core/auth/server/passwords";
import { sessionCookieName } from "@/lib/core/auth/server/session-cookie";
import { actorFromCookies, createSession, forgetSessions } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import type { Role, Tier } from "@/lib/generated/prisma/enums";
import { getStorage } from "@/lib/platform/storage/storage";
import { tinyPicture } from "@/tests/support/pictures";

/** Someone with an account and a session. */
export interface Person {
  userId: string;
  username: string;
  email: string;
  /** A Cookie header. */
  cookie: string;
  sessionId: string;
  familyId: string | null;
}

export interface FamilyPerson extends Person {
  familyId: string;
}

export const testPassword = "correct horse battery";
let passwordHash: Promise<string> | undefined;
let people = 0;

export async function createFamily(
  values: { name?: string; tier?: Tier; storageBytes?: bigint } = {},
): Promise<string> {
  const data = { name: "The Okafors", ...values };
  return (await db.family.create({ data, select: { id: true } })).id;
}

type PersonValues = Partial<Omit<Prisma.UserCreateManyInput, "id" | "email">>;

/** What the wizard asks for, except the number: most people have completed it and confirmed their address. */
const finishedProfile = {
  emailConfirmedAt: new Date(0),
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
  onboardingCompleted: true,
};

/** The profile of someone who has just signed up. */
export const emptyProfile = {
  emailConfirmedAt: null,
  phoneNumber: null,
  addressFullName: null,
  addressLine1: null,
  addressCity: null,
  addressPostcode: null,
  onboardingCompleted: false,
};

/** A session of this person, as signing in makes one. */
export async function openSession(
  userId: string,
  familyId: string | null,
): Promise<{ cookie: string; sessionId: string }> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, isSuperAdmin: true },
  });
  const origin = { userAgent: "Tests", ipAddress: "127.0.0.1" };
  const value = await createSession({ ...user, lastFamilyId: familyId }, origin);
  const isSecure = process.env.APP_URL?.startsWith("https:") ?? false;
  const cookie = `${sessionCookieName(isSecure)}=${value}`;
  const actor = await actorFromCookies(cookie, isSecure);
  if (!actor) throw new Error("The session was not taken");
  return { cookie, sessionId: actor.sessionId };
}

async function createUser(values: PersonValues): Promise<Omit<Person, "familyId" | "cookie" | "sessionId">> {
  passwordHash ??= hashPassword(testPassword);
  const username = values.username ?? `person-${++people}-${randomBytes(4).toString("hex")}`;
  const email = `${username}@example.org`;
  // Everyone has a unique number.
  const phoneNumber = `+4477${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const { id } = await db.user.create({
    data: { ...finishedProfile, phoneNumber, username, email, passwordHash: await passwordHash, ...values },
    select: { id: true },
  });
  return { userId: id, username, email };
}

/** Someone without a family, signed in. */
export async function createPerson(values: PersonValues = {}): Promise<Person> {
  const user = await createUser(values);
  return { ...user, familyId: null, ...(await openSession(user.userId, null)) };
}

/** Adds someone to a family. */
export async function join(userId: string, familyId: string, role: Role): Promise<void> {
  await db.membership.create({ data: { userId, familyId, role }, select: { userId: true } });
  await db.familyMember.create({ data: { userId, familyId, name: "Somebody" }, select: { id: true } });
}

/** A member of a family, signed in there. */
export async function createMember(
  familyId: string,
  role: Role = "member",
  values: PersonValues = {},
): Promise<FamilyPerson> {
  const user = await createUser({ lastFamilyId: familyId, ...values });
  await join(user.userId, familyId, role);
  return { ...user, familyId, ...(await openSession(user.userId, familyId)) };
}

/** A family with its owner. */
export async function createOwner(
  values: { name?: string; tier?: Tier; storageBytes?: bigint } = {},
): Promise<FamilyPerson> {
  return createMember(await createFamily(values), "owner");
}

/** The same person in another of their families, signed in there. */
export async function alsoIn(person: Person, familyId: string, role: Role = "member"): Promise<FamilyPerson> {
  await join(person.userId, familyId, role);
  return { ...person, familyId, ...(await openSession(person.userId, familyId)) };
}

/** Removes someone from a family, and lets this process know, as the product does. */
export async function removeMember(person: FamilyPerson): Promise<void> {
  await db.membership.deleteMany({ where: { userId: person.userId, familyId: person.familyId } });
  forgetSessions((actor) => actor.userId === person.userId);
}

export interface StoredMedia {
  id: string;
  sha256: string;
  content: Buffer;
  storagePath: string;
}

type MediaValues = Partial<Omit<Prisma.MediaCreateManyInput, "familyId" | "uploaderId">> & {
  content?: Buffer;
  /** The picture's files exist as well as its row; true by default. */
  hasFiles?: boolean;
};

/** Items that a test created as rows only, and families whose ledgers it wrote itself: invariants skip them. */
export const filelessMedia = new Set<string>();
export const madeUpLedgers = new Set<string>();

async function storeFiles(
  familyId: string,
  id: string,
  key: string,
  content: Buffer,
  kinds: DerivativeKind[],
): Promise<void> {
  async function* whole() {
    yield content;
  }
  await getStorage().write(key, whole(), { maxBytes: content.length });
  for (const kind of kinds) {
    await getStorage().replace(derivativeKey(familyId, id, kind), Buffer.from(`${kind} of ${id}`));
  }
}

/** Stands in for a clip's rendition: the bytes of its original, since nobody inspects them. */
async function storeRendition(familyId: string, id: string, content: Buffer): Promise<void> {
  await getStorage().replace(derivativeKey(familyId, id, "playable"), content);
}

/** An item of this person's, in their family, with its pictures generated. */
export async function storeMedia(owner: FamilyPerson, values: MediaValues = {}): Promise<StoredMedia> {
  const { content = await tinyPicture(), hasFiles = true, ...row } = values;
  const { playable = row.mediaType === "video" ? "ready" : "none" } = row;
  const id = randomUUID();
  const storagePath = originalKey(owner.familyId, id, row.mediaType === "video" ? "mp4" : "jpg");
  const sha256 = createHash("sha256").update(content).digest("hex");
  const kinds: DerivativeKind[] = ["thumbnail", "medium", ...(row.panorama ? (["sphere"] as const) : [])];
  if (hasFiles) await storeFiles(owner.familyId, id, storagePath, content, kinds);
  else filelessMedia.add(id);
  if (hasFiles && playable === "ready") await storeRendition(owner.familyId, id, content);
  await db.media.create({
    data: {
      id,
      familyId: owner.familyId,
      uploaderId: owner.userId,
      fileName: "beach.jpg",
      mediaType: "image",
      mimeType: row.mediaType === "video" ? "video/mp4" : "image/jpeg",
      year: 2024,
      month: 7,
      sortAt: new Date("2024-07-01T12:00:00Z"),
      storagePath,
      sha256,
      bytes: content.length,
      derivatives: "ready",
      mediumType: "image/jpeg",
      ...row,
      playable,
    },
    select: { id: true },
  });
  return { id, sha256, content, storagePath };
}

/** The clip of a Live Photo: its row, and its file. */
export async function storeClip(
  owner: FamilyPerson,
  mediaId: string,
  { content = randomBytes(4_000), fileName = "beach.mov" }: { content?: Buffer; fileName?: string } = {},
): Promise<StoredMedia> {
  const id = randomUUID();
  const storagePath = originalKey(owner.familyId, id, "mov");
  const sha256 = createHash("sha256").update(content).digest("hex");
  await getStorage().replace(storagePath, content);
  await db.mediaClip.create({
    data: {
      ...{ id, mediaId, familyId: owner.familyId, fileName, mimeType: "video/quicktime" },
      ...{ storagePath, sha256, bytes: content.length, durationMs: 2_000 },
    },
    select: { id: true },
  });
  return { id, sha256, content, storagePath };
}
