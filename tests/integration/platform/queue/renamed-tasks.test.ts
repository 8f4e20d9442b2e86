import { databasePool, db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
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
