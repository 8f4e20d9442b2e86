import { db } from "@/lib/db";
import { removeExpiredRecords } from "@/lib/operations/system/server/service";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";

withTestDatabase();

const dayMs = 86_400_000;

test("temporary records are removed when they expire, and not before", async () => {
  const { userId } = await createOwner();
  await db.idempotencyKey.create({
    data: { userId, key: "old", request: "a", createdAt: new Date(Date.now() - dayMs - 1) },
  });
  await db.idempotencyKey.create({ data: { userId, key: "new", request: "b" } });
  await db.rateLimit.create({ data: { key: "spent", points: 1, expire: Date.now() - 1 } });
  await db.rateLimit.create({ data: { key: "counting", points: 1, expire: Date.now() + dayMs } });
  const counted = { total: 1, streak: 1, openAt: new Date() };
  const guesses = [
    { ...counted, key: Buffer.from("spent"), dayEndsAt: new Date(Date.now() - 1) },
    { ...counted, key: Buffer.from("counting"), dayEndsAt: new Date(Date.now() + dayMs) },
  ];
  await db.guessCount.createMany({ data: guesses });

  const sessions = await db.session.count();
  expect(sessions).toBeGreaterThan(0);

  await removeExpiredRecords();
  expect((await db.idempotencyKey.findMany({ select: { key: true } })).map(({ key }) => key)).toEqual([
    "new",
  ]);
  expect((await db.rateLimit.findMany({ select: { key: true } })).map(({ key }) => key)).toEqual([
    "counting",
  ]);
  const left = await db.guessCount.findMany({ select: { key: true } });
  expect(left.map(({ key }) => Buffer.from(key).toString())).toEqual(["counting"]);
  expect(await db.session.count()).toBe(sessions);

  await removeExpiredRecords(new Date(Date.now() + 100 * dayMs));
  expect(await db.session.count()).toBe(0);
});

test("nothing is left of an erased original, with or without a second copy", async () => {
  const owner = await createOwner();
  const [never, once] = [
    await storeMedia(owner, { hasFiles: false }),
    await storeMedia(owner, { hasFiles: false }),
  ];
  const keys = async () =>
    (await db.secondCopyFile.findMany({ select: { key: true } })).map(({ key }) => key);
  const [, copied] = await db.media.findMany({ select: { storagePath: true }, orderBy: { id: "asc" } });
  const key = copied?.storagePath ?? "";
  expect(await keys()).toHaveLength(2);
  await db.secondCopyFile.update({ where: { key }, data: { copiedAt: new Date() } });
  await db.media.deleteMany({ where: { id: { in: [never.id, once.id] } } });
  expect(await keys()).toEqual([key]);

  await removeExpiredRecords(new Date(Date.now() + 29 * dayMs));
  expect(await keys()).toEqual([key]);
  await removeExpiredRecords(new Date(Date.now() + 31 * dayMs));
  expect(await keys()).toEqual([]);
});

test("notifications and the admins' messages are kept for half a year", async () => {
  const { userId, familyId } = await createOwner();
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const words = { familyId, title: "Picnic", message: "At the lake" };
  for (const createdAt of [daysAgo(181), daysAgo(179)]) {
    const message = await db.adminMessage.create({
      data: { ...words, audience: "all", recipients: 1, createdAt },
      select: { id: true },
    });
    const notification = {
      ...words,
      userId,
      kind: "adminMessage",
      url: "/notifications",
      createdAt,
    } as const;
    await db.notification.createMany({
      data: [notification, { ...notification, adminMessageId: message.id }],
    });
  }
  await removeExpiredRecords();
  expect([await db.adminMessage.count(), await db.notification.count()]).toEqual([1, 2]);
});
