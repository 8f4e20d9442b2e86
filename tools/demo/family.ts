import { hashPassword } from "@/lib/core/auth/server/passwords";
import { db } from "@/lib/db";

/** For every demo account; they are only for trying things out. */
export const demoPassword = "sunny-garden";

const people = [
  { username: "amara.okafor", name: "Amara", nickname: "Mum", role: "owner", birthDate: "1984-03-12" },
  { username: "dayo.okafor", name: "Dayo", nickname: "Dad", role: "admin", birthDate: "1982-11-02" },
  { username: "ngozi.okafor", name: "Ngozi", nickname: "Grandma", role: "member", birthDate: "1954-06-21" },
  {
    username: "chidi.okafor",
    name: "Chidi",
    nickname: "Uncle Chidi",
    role: "member",
    birthDate: "1989-01-30",
  },
  { username: "kofi.okafor", name: "Kofi", nickname: null, role: "member", birthDate: "2012-08-17" },
  { username: "zuri.okafor", name: "Zuri", nickname: null, role: "member", birthDate: "2015-05-04" },
] as const;

export const demoUsernames = people.map((person) => person.username);

export interface DemoFamily {
  familyId: string;
  /** The owner first. */
  userIds: [string, ...string[]];
}

/** The wizard is for people; these have completed it. The number is one that is never assigned to anyone. */
const finishedProfile = {
  phoneNumber: "+447700900123",
  addressLine1: "12 Orchard Row",
  addressCity: "Bristol",
  addressPostcode: "BS1 4XX",
  onboardingCompleted: true,
};

/** @returns null when it already exists */
export async function createDemoFamily(): Promise<DemoFamily | null> {
  const [owner] = people;
  const existing = await db.user.findUnique({ where: { username: owner.username }, select: { id: true } });
  if (existing) return null;
  const passwordHash = await hashPassword(demoPassword);
  return db.$transaction(async (client) => {
    const family = await client.family.create({
      data: { name: "The Okafors", tier: "premium", tierGrant: { create: { tier: "premium" } } },
      select: { id: true },
    });
    const userIds: string[] = [];
    for (const { username, name, nickname, role, birthDate } of people) {
      const user = await client.user.create({
        data: {
          username,
          email: `${username}@example.org`,
          emailConfirmedAt: new Date(),
          passwordHash,
          lastFamilyId: family.id,
          ...finishedProfile,
          addressFullName: `${name} Okafor`,
        },
        select: { id: true },
      });
      await client.membership.create({
        data: { familyId: family.id, userId: user.id, role },
        select: { userId: true },
      });
      await client.familyMember.create({
        data: { familyId: family.id, userId: user.id, name, nickname, birthDate: new Date(birthDate) },
        select: { id: true },
      });
      userIds.push(user.id);
    }
    const [ownerId, ...others] = userIds;
    if (!ownerId) throw new Error("A family needs an owner.");
    return { familyId: family.id, userIds: [ownerId, ...others] };
  });
}
