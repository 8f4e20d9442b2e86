import { getNews, recordVisit } from "@/lib/album/visits/server/visit-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { memberActorOf } from "@/tests/support/actors";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let grandpa: FamilyPerson;
let reader: MemberActor;
beforeEach(async () => {
  owner = await createOwner();
  grandpa = await createMember(owner.familyId);
  reader = await memberActorOf(owner);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const keep = (person: FamilyPerson, hours: number, values: Parameters<typeof storeMedia>[1] = {}) =>
  storeMedia(person, { hasFiles: false, uploadDate: hoursAgo(hours), ...values });

/** Sets the last visit to this many hours ago. */
const awayFor = (hours: number) =>
  db.membership.update({
    where: { familyId_userId: { familyId: reader.familyId, userId: reader.userId } },
    data: { visitedAt: hoursAgo(hours) },
  });
const news = async () => getNews(reader, await recordVisit(reader));

test("the first visit has no news", async () => {
  await keep(grandpa, 1);
  expect(await news()).toBeNull();
});

test("what others added since the last visit is news for the whole next visit", async () => {
  await recordVisit(reader);
  await keep(grandpa, 30);
  await keep(grandpa, 5);
  await keep(grandpa, 4);
  await keep(grandpa, 3, { mediaType: "video" });
  await keep(owner, 2);
  await awayFor(24);
  const expected = { names: [expect.any(String)], photos: 2, videos: 1 };
  expect(await news()).toEqual(expected);
  expect(await news()).toEqual(expected);
  // Ten minutes later it is still the same visit.
  await awayFor(1 / 6);
  expect(await news()).toEqual(expected);
  await awayFor(1);
  expect(await news()).toBeNull();
});

test("two pages opened at once start one visit", async () => {
  await recordVisit(reader);
  await keep(grandpa, 5);
  await awayFor(24);
  const answers = await Promise.all([news(), news(), news()]);
  expect(answers.map((answer) => answer?.photos)).toEqual([1, 1, 1]);
});

test("nothing deleted, reported or from another family is news, and each person has their own visits", async () => {
  await recordVisit(reader);
  const [gone, reported] = [await keep(grandpa, 5), await keep(grandpa, 4)];
  await keep(await createOwner(), 3);
  await call("DELETE", `/api/media/${gone.id}`, { cookie: grandpa.cookie, json: {} });
  const report = await call("POST", "/api/report-content", {
    cookie: grandpa.cookie,
    json: { mediaId: reported.id, reason: "It shows our address." },
  });
  expect(report.status).toBe(201);
  await recordVisit(await memberActorOf(grandpa));
  await awayFor(24);
  expect(await news()).toBeNull();
  await keep(grandpa, 2);
  await awayFor(24);
  expect(await news()).toMatchObject({ photos: 1, videos: 0 });
});

test("the person who added something is named as in this family, not as in another of theirs", async () => {
  const other = await createOwner();
  const names = [
    [owner.familyId, "Grandpa"],
    [other.familyId, "Uncle Joe"],
  ] as const;
  for (const [familyId, name] of names) {
    await db.familyMember.upsert({
      where: { familyId_userId: { familyId, userId: grandpa.userId } },
      create: { familyId, userId: grandpa.userId, name },
      update: { name },
    });
  }
  await recordVisit(reader);
  await keep(grandpa, 5);
  await awayFor(24);
  expect(await news()).toEqual({ names: ["Grandpa"], photos: 1, videos: 0 });
});

test("a visit belongs to the visitor, in their current family", async () => {
  const other = await createOwner();
  await db.membership.create({ data: { userId: owner.userId, familyId: other.familyId, role: "member" } });
  await recordVisit(reader);
  const visits = await db.membership.findMany({ where: { visitedAt: { not: null } } });
  expect(visits.map(({ userId, familyId }) => [userId, familyId])).toEqual([[owner.userId, owner.familyId]]);
});
