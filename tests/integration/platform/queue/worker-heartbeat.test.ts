import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { databasePool } from "@/lib/db";
import { startWorkerHeartbeat } from "@/lib/platform/queue/worker-heartbeat";
import { withTestDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/until";

withTestDatabase();

/** The connections that hold this pool's heartbeat. */
async function holders(poolId: string): Promise<number[]> {
  const { rows } = await databasePool().query<{ pid: number }>(
    `WITH wanted AS (SELECT hashtextextended('queue-pool:' || $1, 0) AS key)
     SELECT pid FROM pg_locks, wanted WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`,
    [poolId],
  );
  return rows.map(({ pid }) => pid);
}

async function cutOff(poolId: string): Promise<void> {
  await databasePool().query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid", [
    await holders(poolId),
  ]);
}

test("a pool counts as alive until it ends, even if its connection is cut off in between", async () => {
  const poolId = randomUUID();
  const heartbeat = await startWorkerHeartbeat();
  await heartbeat.show(poolId);
  const [first] = await holders(poolId);
  await cutOff(poolId);
  await until(async () => ![undefined, first].includes((await holders(poolId))[0]));
  await heartbeat.end();
  await until(async () => (await holders(poolId)).length === 0);
});

test("a pool that ends while reconnecting does not seem to live on", async () => {
  const poolIds = Array.from({ length: 24 }, () => randomUUID());
  await Promise.all(
    poolIds.map(async (poolId, index) => {
      const heartbeat = await startWorkerHeartbeat();
      await heartbeat.show(poolId);
      await cutOff(poolId);
      await delay(index * 4);
      await heartbeat.end();
    }),
  );
  await until(async () => (await Promise.all(poolIds.map(holders))).flat().length === 0);
});
