import { db } from "@/lib/db";
import { sendDigests } from "@/lib/notify/digest/server/service";
import { removeOldMemoryPushes, sendMemories } from "@/lib/notify/notifications/server/memory-push-service";
import { renderNotifications } from "@/lib/notify/notifications/server/notification-text-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeFamilyMember } from "@/tests/support/faces";
import { alsoIn, createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeHearts, storeTaken } from "@/tests/support/memory-calls";

withTestDatabase();

const at = (time: string) => new Date(`2026-11-26T${time}:00Z`);
const settle = ({ cookie }: FamilyPerson, json: object) =>
  call("PUT", "/api/user-settings", { cookie, json });
const heard = (person?: FamilyPerson) =>
  db.notification.findMany({
    where: { kind: "onThisDay", ...(person ? { userId: person.userId } : {}) },
    select: {
      userId: true,
      familyId: true,
      title: true,
      message: true,
      url: true,
      mediaId: true,
      actorId: true,
    },
    orderBy: { createdAt: "asc" },
  });

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

/** A photo from three years ago that both have hearted. */
async function lovedPhoto(day = "2023-11-26T10:00:00") {
  const id = await storeTaken(owner, day);
  await storeHearts(id, [owner, member]);
  return id;
}

test("at nine everyone is notified of the best memory of the day, and nobody is named", async () => {
  const id = await lovedPhoto();
  const nana = await storeFamilyMember(owner.familyId, "Nana");
  await db.mediaTag.create({
    data: { mediaId: id, memberId: nana, familyId: owner.familyId },
    select: { mediaId: true },
  });
  await storeTaken(owner, "2022-11-26");
  expect(await sendMemories(at("08:45"))).toBe(0);
  expect(await sendMemories(at("09:00"))).toBe(2);
  const event = {
    familyId: owner.familyId,
    title: "On this day",
    message: "Three years ago today",
    url: "/on-this-day?date=2026-11-26",
    mediaId: id,
    actorId: null,
  };
  expect(await heard(owner)).toEqual([{ userId: owner.userId, ...event }]);
  expect(await heard(member)).toEqual([{ userId: member.userId, ...event }]);
});

test("once a day, however often and by however many workers it is triggered", async () => {
  await lovedPhoto();
  await Promise.all(Array.from({ length: 5 }, () => sendMemories(at("09:00"))));
  await sendMemories(at("10:15"));
  expect(await heard()).toHaveLength(2);
});

test("at an hour each person chooses, by their own clock, up to three hours late", async () => {
  await lovedPhoto();
  await settle(owner, { memoryHour: 20, timeZone: "Asia/Kathmandu" });
  await settle(member, { memoryHour: 7, timeZone: "America/New_York" });
  // 19:59 and 09:14.
  expect(await sendMemories(at("14:14"))).toBe(1);
  expect((await heard()).map(({ userId }) => userId)).toEqual([member.userId]);
  expect(await sendMemories(at("14:15"))).toBe(1);
  expect(await heard(owner)).toHaveLength(1);
  const late = await createMember(owner.familyId);
  await settle(late, { memoryHour: 7, timeZone: "America/New_York" });
  expect(await sendMemories(at("15:00"))).toBe(0);
});

test("on the other side of the date line it is another day", async () => {
  const there = await lovedPhoto("2023-11-27T09:00:00");
  const here = await lovedPhoto("2023-11-26T09:00:00");
  await settle(owner, { memoryHour: 0, timeZone: "Pacific/Kiritimati" });
  await settle(member, { memoryHour: 23, timeZone: "Pacific/Pago_Pago" });
  // 00:30 on the 27th there, and 23:30 on the 25th in Samoa.
  expect(await sendMemories(at("10:30"))).toBe(1);
  expect((await heard(owner)).map(({ mediaId }) => mediaId)).toEqual([there]);
  expect(await heard(member)).toEqual([]);
  expect(here).not.toBe(there);
});

test("memories that aren't good enough aren't announced, nor to those who don't want it", async () => {
  await storeTaken(owner, "2023-11-26");
  expect(await sendMemories(at("09:00"))).toBe(0);
  const id = await lovedPhoto();
  await settle(owner, { notifications: { onThisDay: false } });
  await call("POST", "/api/on-this-day/hidden", { cookie: member.cookie, json: { mediaId: id } });
  const suspended = await createMember(owner.familyId);
  await db.user.update({
    where: { id: suspended.userId },
    data: { suspendedAt: new Date() },
    select: { id: true },
  });
  expect(await sendMemories(at("09:00"))).toBe(0);
  await settle(owner, { notifications: { onThisDay: true } });
  expect(await sendMemories(at("09:15"))).toBe(1);
  expect((await heard()).map(({ userId }) => userId)).toEqual([owner.userId]);
  expect(await heard(suspended)).toEqual([]);
});

test("never the same photo within a year, and a deleted one is no longer announced", async () => {
  const best = await lovedPhoto();
  expect(await sendMemories(at("09:00"))).toBe(2);
  const [{ mediaId } = { mediaId: null }] = await heard(owner);
  expect(mediaId).toBe(best);
  expect(await sendMemories(new Date("2027-11-26T09:00:00Z"))).toBe(0);
  const next = await lovedPhoto("2024-11-26T09:00:00");
  expect(await sendMemories(new Date("2027-11-26T09:15:00Z"))).toBe(2);
  expect((await heard(owner)).map((one) => one.mediaId)).toEqual([best, next]);
  await db.media.update({ where: { id: next }, data: { deletedAt: new Date() }, select: { id: true } });
  const ids = (await db.notification.findMany({ select: { id: true } })).map(({ id }) => id);
  expect((await renderNotifications(ids)).map((one) => one.mediaId)).toEqual([best, best]);
  await removeOldMemoryPushes(new Date("2028-06-01T00:00:00Z"));
  expect(await db.memoryPush.count()).toBe(2);
});

test("someone in two families is notified of the better one", async () => {
  const other = await createOwner({ name: "The Linds" });
  await alsoIn(member, other.familyId);
  await lovedPhoto();
  const best = await storeTaken(other, "2022-11-26");
  await storeHearts(best, [owner, member, other]);
  await sendMemories(at("09:00"));
  expect(await heard(member)).toEqual([
    expect.objectContaining({ familyId: other.familyId, mediaId: best, message: "Four years ago today" }),
  ]);
});

describe("the weekly email", () => {
  const sunday = new Date("2026-11-22T17:02:00Z");
  const mail = () =>
    db.outboxMessage.findFirst({ where: { template: "weeklyDigest" }, select: { text: true } });

  test("ends with the week's best memory", async () => {
    await settle(member, { digest: true });
    await lovedPhoto("2023-11-19T10:00:00");
    const best = await storeTaken(owner, "2021-11-17T10:00:00", { year: 2021 });
    await storeHearts(best, [owner, member]);
    await db.comment.create({
      data: { mediaId: best, familyId: owner.familyId, userId: owner.userId, text: "Ah!", createdAt: sunday },
      select: { id: true },
    });
    await storeMedia(owner, { hasFiles: false, uploadDate: new Date("2026-11-21T10:00:00Z") });
    expect(await sendDigests(sunday)).toBe(1);
    expect((await mail())?.text).toContain(
      "Five years ago this week: a photo from 17 November 2021 to look back on.",
    );
  });

  test("isn't sent for a memory alone", async () => {
    await settle(member, { digest: true });
    const id = await lovedPhoto("2023-11-19T10:00:00");
    await db.media.update({ where: { id }, data: { uploadDate: new Date(0) }, select: { id: true } });
    expect(await sendDigests(sunday)).toBe(0);
  });
});
