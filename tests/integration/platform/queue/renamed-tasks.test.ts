import { databasePool, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { startWorkers } from "@/server/tasks";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { until } from "@/tests/support/until";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();

test("jobs queued by an earlier version under a task's former name still run", async () => {
  const deletedAt = new Date(Date.now() - 31 * 86_400_000);
  await storeMedia(await createOwner(), { deletedAt });
  await databasePool().query(
    "SELECT graphile_worker.add_job(name) FROM unnest(ARRAY['house.tidy-up', 'house.requeue']) name",
  );
  await workOffQueue();
  const { rows } = await databasePool().query("SELECT 1 FROM graphile_worker._private_jobs");
  expect(rows).toEqual([]);
  expect(await db.media.count()).toBe(0);
});

test("a step of the cleanup that fails doesn't stop the later ones, and the job counts as failed", async () => {
  const { userId, familyId } = await createOwner();
  const expiresAt = new Date(Date.now() - 60_000);
  const archive = {
    userId,
    familyId,
    digest: "a".repeat(64),
    fileName: "a.zip",
    bytes: 1,
    entries: [],
    expiresAt,
  };
  await db.mediaArchive.create({ data: archive });
  const removing = jest
    .spyOn(getStorage(), "removeStaleTemporaries")
    .mockRejectedValue(new Error("The bucket is away"));
  await databasePool().query("SELECT graphile_worker.add_job('maintenance.cleanup')");
  await workOffQueue();
  removing.mockRestore();
  expect(await db.mediaArchive.count()).toBe(0);
  const { rows } = await databasePool().query(
    "SELECT attempts, last_error FROM graphile_worker._private_jobs",
  );
  expect(rows).toEqual([
    { attempts: 1, last_error: expect.stringContaining("Failed: removeStaleTemporaries") },
  ]);
});

test("workers begin at once, however long it takes to find what an earlier one left behind", async () => {
  const holder = await databasePool().connect();
  await holder.query('BEGIN; LOCK TABLE "Media" IN SHARE ROW EXCLUSIVE MODE');
  let worker: Awaited<ReturnType<typeof startWorkers>> | undefined;
  try {
    await databasePool().query("SELECT graphile_worker.add_job('imports.look')");
    const starting = startWorkers().then((started) => {
      worker = started;
    });
    const waiting = async () =>
      (
        await databasePool().query<{ task: string }>(
          "SELECT task_identifier AS task FROM graphile_worker.jobs",
        )
      ).rows.map(({ task }) => task);
    await until(async () => !(await waiting()).includes("imports.look"));
    expect(await waiting()).toEqual(["maintenance.requeue"]);
    await starting;
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
    await worker?.stop();
  }
});
