import { databasePool, db, directDatabasePool } from "@/lib/db";
import { lockInTransaction, lockSession, unlockSession, withLock } from "@/lib/platform/locks";
import { withTestDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/until";

withTestDatabase();

/** Whether another connection could take the lock with this id, written as older servers write it. */
async function isFree(id = "hashtextextended('film', 0)", mode = ""): Promise<boolean> {
  const { rows } = await databasePool().query<{ free: boolean }>(
    `SELECT pg_try_advisory_xact_lock${mode}(${id}) AS free`,
  );
  return rows[0]?.free ?? false;
}

test("a name is locked while its work runs, whether it succeeds or fails", async () => {
  expect(await withLock("film", {}, () => isFree())).toBe(false);
  expect(await isFree()).toBe(true);
  const connections = directDatabasePool().totalCount;
  const failing = withLock("film", {}, () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  // Closing the connection would free the lock only once PostgreSQL noticed.
  expect(directDatabasePool().totalCount).toBe(connections);
  expect(await isFree()).toBe(true);
});

test("a broken connection frees the lock, and the work's own error is reported", async () => {
  const failing = withLock("film", {}, async () => {
    await databasePool().query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  // PostgreSQL takes a moment to notice a closed connection.
  await until(() => isFree());
});

test("a number is its own id", async () => {
  expect(await withLock(4712, {}, () => isFree("4712"))).toBe(false);
  expect(await isFree("4712")).toBe(true);
});

test("a call that doesn't wait gets null, and one that waits is next", async () => {
  const order: string[] = [];
  let second: Promise<unknown> = Promise.resolve();
  await withLock("film", {}, async () => {
    expect(await withLock("film", { wait: false }, async () => "ran")).toBeNull();
    second = withLock("film", {}, async () => order.push("second"));
    expect(await withLock("poster", { wait: false }, async () => "ran")).toBe("ran");
    order.push("first");
  });
  await second;
  expect(order).toEqual(["first", "second"]);
});

test("a shared lock keeps out only exclusive ones", async () => {
  const shared = { wait: false, shared: true } as const;
  const seen = await withLock("film", shared, async () => [
    await withLock("film", shared, async () => "shared"),
    await withLock("film", { wait: false }, async () => "alone"),
    await isFree(undefined, "_shared"),
  ]);
  expect(seen).toEqual(["shared", null, true]);
  expect(await isFree()).toBe(true);
});

test("a connection holds a lock until it unlocks", async () => {
  const connection = await directDatabasePool().connect();
  expect(await lockSession(connection, "film", { shared: true })).toBe(true);
  expect(await isFree()).toBe(false);
  await unlockSession(connection, "film", { shared: true });
  expect(await isFree()).toBe(true);
  connection.release();
});

test("a transaction holds a lock until it ends", async () => {
  await db.$transaction(async (client) => {
    await lockInTransaction(client, "film");
    expect(await isFree()).toBe(false);
  });
  expect(await isFree()).toBe(true);
});

test("however many locks are held at once, their work gets connections", async () => {
  const work = async () => {
    await databasePool().query("SELECT pg_sleep(0.01)");
    return "done";
  };
  const held = Array.from({ length: 40 }, (_, index) => withLock(`film ${index}`, {}, work));
  expect(new Set(await Promise.all(held))).toEqual(new Set(["done"]));
});
