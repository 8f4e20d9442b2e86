import { randomUUID } from "node:crypto";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import type { Role } from "@/lib/generated/prisma/enums";
import { call } from "@/tests/support/call";
import { plantAccount } from "@/tests/support/canaries/account";
import { plantAlbum } from "@/tests/support/canaries/album";
import { Canaries } from "@/tests/support/canaries/canaries";
import { plantFamily } from "@/tests/support/canaries/family";
import { newWord } from "@/tests/support/canaries/finder";
import type { CanaryKind, Reader } from "@/tests/support/canaries/policy";
import {
  createFamily,
  createMember,
  createPerson,
  type FamilyPerson,
  type Person,
} from "@/tests/support/factories";
import { storeFilm } from "@/tests/support/growing-calls";
import { storeScreen } from "@/tests/support/screens";
import { operatorVoucher } from "@/tests/support/shop-calls";
import { storeFailedJob } from "@/tests/support/super-admin-calls";

async function plantInstallation(canaries: Canaries, superAdmin: Person): Promise<void> {
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, {}, word);
  const key = await call<{ key: string }>("POST", "/api/super-admin/api-keys", {
    cookie: superAdmin.cookie,
    json: { name: plant("apiKeyName"), scope: "reports:read" },
  });
  if (key.status !== 201) throw new Error(`No API key was made: ${key.status}`);
  plant("apiKey", key.body.key);
  plant("operatorVoucherCode", (await operatorVoucher()).code);
  await db.campaign.create({
    data: { subject: plant("campaign"), heading: plant("campaign"), paragraphs: [plant("campaign")] },
    select: { id: true },
  });
  await db.mailTemplateEdit.create({
    data: {
      name: "weeklyDigest",
      subject: "This week",
      heading: plant("mailTemplate"),
      paragraphs: [plant("mailTemplate")],
    },
    select: { name: true },
  });
  await db.systemError.create({
    data: { key: Buffer.from(randomUUID()), kind: plant("systemError"), place: plant("systemError") },
    select: { key: true },
  });
  await storeFailedJob();
}

export const readerKinds = [
  "anonymous",
  "child",
  "member",
  "relative",
  "admin",
  "owner",
  "otherMember",
  "otherOwner",
  "removedMember",
  "suspendedMember",
  "superAdmin",
] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** A reader, with what the policy has to know about them. */
export interface Asking extends Reader {
  kind: ReaderKind;
  person: Person | null;
}

export interface World {
  canaries: Canaries;
  readers: Record<ReaderKind, Asking>;
  our: string;
  other: string;
  suspended: string;
}

/** A TV, which children don't have. */
async function plantScreen(canaries: Canaries, { userId, familyId }: FamilyPerson): Promise<void> {
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, { userId, familyId }, word);
  const screen = await storeScreen({ userId, familyId }, { name: plant("screenName") });
  plant("screenSecret", screen.secret);
  canaries.addId(familyId, "screen", screen.id);
}

/** A film, which children don't make. */
async function plantFilm(canaries: Canaries, { userId, familyId }: FamilyPerson): Promise<void> {
  const title = canaries.plant("filmTitle", { userId, familyId });
  canaries.addId(familyId, "film", await storeFilm({ userId, familyId }, { title }));
}

async function plantMember(
  canaries: Canaries,
  familyId: string,
  role: Role,
  { hasAlbum = true, ...values }: { isChild?: boolean; hasAlbum?: boolean } = {},
): Promise<FamilyPerson> {
  const username = newWord();
  const person = await createMember(familyId, role, { username, ...values });
  canaries.plant("username", { userId: person.userId, familyId }, username);
  await plantAccount(canaries, person);
  if (!values.isChild) await plantScreen(canaries, person);
  if (!values.isChild) await plantFilm(canaries, person);
  if (hasAlbum) await plantAlbum(canaries, person);
  return person;
}

/** Three families, everyone in them and the installation, each with its own words. */
export async function plantWorld(): Promise<World> {
  const canaries = new Canaries();
  const [our, other, suspended] = await Promise.all([
    createFamily({ tier: "family" }),
    createFamily({ tier: "family" }),
    createFamily({ tier: "family" }),
  ]);
  const plant = (familyId: string, role: Role, values?: Parameters<typeof plantMember>[3]) =>
    plantMember(canaries, familyId, role, values);
  const hasAlbum = false;
  const people = {
    owner: await plant(our, "owner", { hasAlbum }),
    admin: await plant(our, "admin", { hasAlbum }),
    child: await plant(our, "member", { isChild: true, hasAlbum }),
    relative: await plant(our, "member"),
    member: await plant(our, "member"),
    removedMember: await plant(our, "member"),
    otherOwner: await plant(other, "owner", { hasAlbum }),
    otherMember: await plant(other, "member"),
    suspendedMember: await plant(suspended, "owner"),
  };
  const { owner, admin, child, relative, member, otherOwner, otherMember, suspendedMember } = people;
  await plantFamily(canaries, admin, [owner, admin, child, member, relative]);
  await plantFamily(canaries, otherOwner, [otherOwner, otherMember]);
  await plantFamily(canaries, suspendedMember, [suspendedMember]);
  const superAdmin = await createPerson({ isSuperAdmin: true });
  await plantInstallation(canaries, superAdmin);
  await db.family.update({
    where: { id: suspended },
    data: { suspendedAt: new Date() },
    select: { id: true },
  });
  await db.membership.deleteMany({ where: { userId: people.removedMember.userId } });
  // As the product does when someone is removed, or a family suspended.
  forgetSessions(() => true);

  const inside = (kind: ReaderKind, person: FamilyPerson, role: Role): Asking => ({
    kind,
    person,
    userId: person.userId,
    familyId: person.familyId,
    role,
    memberOf: [person.familyId],
    isSuperAdmin: false,
  });
  const outside = (kind: ReaderKind, person: Person | null, memberOf: string[] = []): Asking => ({
    kind,
    person,
    userId: person?.userId ?? null,
    familyId: null,
    role: null,
    memberOf,
    isSuperAdmin: kind === "superAdmin",
  });
  const readers = {
    anonymous: outside("anonymous", null),
    child: inside("child", child, "member"),
    member: inside("member", member, "member"),
    relative: inside("relative", relative, "member"),
    admin: inside("admin", admin, "admin"),
    owner: inside("owner", owner, "owner"),
    otherMember: inside("otherMember", otherMember, "member"),
    otherOwner: inside("otherOwner", otherOwner, "owner"),
    removedMember: outside("removedMember", people.removedMember),
    suspendedMember: outside("suspendedMember", suspendedMember, [suspended]),
    superAdmin: outside("superAdmin", superAdmin),
  };
  return { canaries, readers, our, other, suspended };
}
