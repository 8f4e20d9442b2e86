import { databasePool } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

export function isDatabaseReachable(): Promise<boolean> {
  return succeeds(databasePool().query("SELECT 1"));
}

export async function checkReadiness(): Promise<{ database: boolean; storage: boolean; queue: boolean }> {
  const [database, storage, queue] = await Promise.all([
    isDatabaseReachable(),
    succeeds(getStorage().ready()),
    // Fails until the queue's tables are there.
    succeeds(databasePool().query("SELECT 1 FROM graphile_worker.jobs LIMIT 1")),
  ]);
  return { database, storage, queue };
}
