import { db } from "@/lib/db";
import { removeExpiredRecords } from "@/lib/features/system/service";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

withTestDatabase();

const dayMs = 86_400_000;

test("what only served for a while is removed when its time is over, and not before", async () => {
  const { userId } = await createOwner();
  await db.idempotencyKey.create({
    data: { userId, key: "old", request: "a", createdAt: new Date(Date.now() - dayMs - 1) },
  });
  await db.idempotencyKey.create({ data: { userId, key: "new", request: "b" } });
  await db.rateLimit.create({ data: { key: "spent", points: 1, expire: Date.now() - 1 } });
  await db.rateLimit.create({ data: { key: "counting", points: 1, expire: Date.now() + dayMs } });

  const sessions = await db.session.count();
  expect(sessions).toBeGreaterThan(0);

  await removeExpiredRecords();
  expect((await db.idempotencyKey.findMany({ select: { key: true } })).map(({ key }) => key)).toEqual([
    "new",
  ]);
  expect((await db.rateLimit.findMany({ select: { key: true } })).map(({ key }) => key)).toEqual([
    "counting",
  ]);
  expect(await db.session.count()).toBe(sessions);

  await removeExpiredRecords(new Date(Date.now() + 100 * dayMs));
  expect(await db.session.count()).toBe(0);
});
