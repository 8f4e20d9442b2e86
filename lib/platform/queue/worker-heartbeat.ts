import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { databasePool } from "@/lib/db";
import { directDatabaseUrl } from "@/lib/env";
import { lockSession, unlockSession } from "@/lib/platform/locks";

// A worker that is killed leaves its jobs, and their lines, locked: the library releases them after four hours, and
// until then no video would be made playable. The database knows whether a pool of workers is alive: each live one
// holds a lock, which ends with its connection.

const heartbeatLock = (poolId: string) => `queue-pool:${poolId}`;
/** Held by the process starting a pool: until the pool shows that it is alive, nobody may consider it dead. */
const starting = "queue-pool-starting";
const reconnectMs = 1_000;

export interface WorkerHeartbeat {
  /** Marks this pool of workers as alive, from now until `end`. */
  show: (poolId: string) => Promise<void>;
  end: () => Promise<void>;
}

async function connectWithLocks(names: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  // A broken connection is noticed by its end.
  client.on("error", () => {});
  await client.connect();
  for (const name of names) await lockSession(client, name, { shared: true });
  return client;
}

/** Starts the heartbeat on a connection of its own: call it before its pool can take a job. */
export async function startWorkerHeartbeat(): Promise<WorkerHeartbeat> {
  const pools = new Set<string>();
  let isEnded = false;
  let client = await connectWithLocks([starting]);
  const watch = () => client.once("end", () => void again());
  const again = async () => {
    while (!isEnded) {
      try {
        client = await connectWithLocks([...pools].map(heartbeatLock));
        // Ended in the meantime: a pool that is gone would seem alive, and its jobs would stay locked.
        if (isEnded) return void (await client.end());
        watch();
        return;
      } catch {
        await delay(reconnectMs, undefined, { ref: false });
      }
    }
  };
  watch();
  return {
    show: async (poolId) => {
      pools.add(poolId);
      await lockSession(client, heartbeatLock(poolId), { shared: true });
      await unlockSession(client, starting, { shared: true });
    },
    end: async () => {
      isEnded = true;
      await client.end().catch(() => {});
    },
  };
}

/** Releases the jobs and lines of dead pools, so others take them at once. */
export async function releaseOrphanedJobs(): Promise<void> {
  await databasePool().query(
    `WITH quiet AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended($1, 0))),
          pools AS MATERIALIZED (
            SELECT locked_by FROM graphile_worker._private_jobs, quiet WHERE locked_by IS NOT NULL
            UNION SELECT locked_by FROM graphile_worker._private_job_queues, quiet WHERE locked_by IS NOT NULL)
     SELECT graphile_worker.force_unlock_workers(ARRAY(
       SELECT locked_by FROM pools WHERE pg_try_advisory_xact_lock(hashtextextended('queue-pool:' || locked_by, 0))))`,
    [starting],
  );
}
