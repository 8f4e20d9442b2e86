import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { databasePool } from "@/lib/db";
import { env } from "@/lib/env";
import { lockSession, unlockSession } from "@/lib/platform/locks";

// A worker that is killed leaves its jobs, and the lines they stand in, locked: the library frees them after four
// hours, until when no film would be made playable. Whether a pool of workers lives the database knows: each living
// one holds a lock, which ends with its connection.

const signOf = (poolId: string) => `queue-pool:${poolId}`;
/** Held by who starts a pool: until that shows that it lives, nobody may take it for dead. */
const starting = "queue-pool-starting";
const reconnectMs = 1_000;

export interface SignOfLife {
  /** Says that this pool of workers lives, from now until `end`. */
  show: (poolId: string) => Promise<void>;
  end: () => Promise<void>;
}

async function connectWithLocks(names: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  // What broke is seen by its end.
  client.on("error", () => {});
  await client.connect();
  for (const name of names) await lockSession(client, name, { shared: true });
  return client;
}

/** Begins to show life, on a connection of its own: call it before the pool it is for can take a job. */
export async function beginSignOfLife(): Promise<SignOfLife> {
  const pools = new Set<string>();
  let isEnded = false;
  let client = await connectWithLocks([starting]);
  const watch = () => client.once("end", () => void again());
  const again = async () => {
    while (!isEnded) {
      try {
        client = await connectWithLocks([...pools].map(signOf));
        // Ended meanwhile: a pool that is gone would seem to live, and its jobs would stay locked.
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
      await lockSession(client, signOf(poolId), { shared: true });
      await unlockSession(client, starting, { shared: true });
    },
    end: async () => {
      isEnded = true;
      await client.end().catch(() => {});
    },
  };
}

/** Frees the jobs and the lines of pools that have died, so that others take them at once. */
export async function freeJobsOfTheDead(): Promise<void> {
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
