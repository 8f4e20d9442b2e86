import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { databasePool, db } from "@/lib/db";
import { withLock } from "@/lib/platform/locks";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { startPgBouncer } from "@/tests/support/pgbouncer.mjs";
import { plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const isThere = hasProgram("pgbouncer");
if (!isThere) console.warn("SKIPPED: a pooler needs pgbouncer (Debian: pgbouncer).");
const direct = process.env.DIRECT_DATABASE_URL ?? process.env.DATABASE_URL ?? "";
const pooler = isThere
  ? await startPgBouncer(direct, path.join(process.env.DATA_DIR ?? "", "..", "pooler-of-one-file"))
  : null;
// Before the settings are first read.
if (pooler) Object.assign(process.env, { DATABASE_URL: pooler.urlOf(direct), DIRECT_DATABASE_URL: direct });

withTestDatabase({ keepsRows: true });
withTestStorage();
afterAll(() => pooler?.stop());
const testPooled = pooler ? test : test.skip;

testPooled("a family signs in, uploads, views and hearts behind a pooler, all at once", async () => {
  const { cookie, username, familyId } = await createOwner({ tier: "premium" });
  const uploads = Array.from({ length: 12 }, async (_, index) => {
    const fileData = (await plainPicture("jpeg", 64 + index, 48)).toString("base64");
    const json = { fileName: "a.jpg", fileType: "image", year: 2024, month: 7, fileData };
    return call<MediaItemDto>("POST", "/api/media", { cookie, json });
  });
  const items = await Promise.all(uploads);
  expect(items.map(({ status }) => status)).toEqual(Array(12).fill(201));
  await workOffQueue();
  expect(await db.media.count({ where: { familyId, derivatives: "ready" } })).toBe(12);

  // Far more requests than the pooler has connections, and each statement many times on each.
  const wanted = Array.from({ length: 60 }, (_, index) => {
    const mediaId = items[index % 12]?.body.id;
    if (index % 4 === 0) return call("POST", "/api/hearts", { cookie, json: { mediaId } });
    const paths = ["/api/media/month/2024/7", "/api/media/years", `/api/images/thumbnail/${mediaId}`];
    return call("GET", paths[index % 3] ?? "", { cookie });
  });
  const statuses = (await Promise.all(wanted)).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 300)).toEqual([]);

  const guesses = Array.from({ length: 6 }, () =>
    call("POST", "/api/auth/login", { json: { usernameOrEmail: username, password: "wrong-password" } }),
  );
  for (const { status } of await Promise.all(guesses)) expect([401, 429]).toContain(status);
});

testPooled("a lock that outlives its transactions is held, and released", async () => {
  let inside = 0;
  const most: number[] = [];
  const work = () =>
    withLock("a test's lock", {}, async () => {
      most.push(++inside);
      await db.$transaction(async (client) => client.$queryRaw`SELECT 1`);
      await delay(5);
      inside--;
    });
  await Promise.all(Array.from({ length: 20 }, work));
  expect(Math.max(...most)).toBe(1);
  expect(most).toHaveLength(20);
  const { rows } = await databasePool().query(
    `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
  );
  expect(rows).toEqual([]);
});

testPooled("nothing is left prepared on the pooler's connections", async () => {
  const { rows } = await databasePool().query("SELECT name FROM pg_prepared_statements");
  expect(rows).toEqual([]);
});
