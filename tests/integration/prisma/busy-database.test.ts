import { databasePool, db, maxConnections } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/until";

withTestDatabase();

// Prisma's limits are timers, so fake ones let them pass without waiting.
beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ["Date", "hrtime", "nextTick", "performance", "queueMicrotask", "setImmediate", "setInterval"],
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const begins = () => until(() => jest.getTimerCount() > 0);

test("a transaction waits 9 s for a connection", async () => {
  const held = await Promise.all(Array.from({ length: maxConnections() }, () => databasePool().connect()));
  const work = db.$transaction(async (client) => client.family.count());
  // Attached now, not only at the end: an earlier failure would be an unhandled rejection.
  const outcome = work.catch((error: Error) => error);
  await begins();
  await jest.advanceTimersByTimeAsync(9_000);
  for (const connection of held) connection.release();
  expect(await outcome).toBe(0);
});

test("a transaction that takes 19 s is not rolled back", async () => {
  const { id } = await db.$transaction(async (client) => {
    const family = await client.family.create({ data: { name: "The Okafors" }, select: { id: true } });
    await jest.advanceTimersByTimeAsync(19_000);
    await client.family.update({ where: family, data: { name: "The Adeyemis" }, select: { id: true } });
    return family;
  });
  expect(await db.family.findUnique({ where: { id }, select: { name: true } })).toEqual({
    name: "The Adeyemis",
  });
});
