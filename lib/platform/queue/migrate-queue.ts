import { runMigrations } from "graphile-worker";
import { queueLogger } from "@/lib/platform/queue/queue-log";

/**
 * Creates or updates the queue's own schema, so jobs can be added before a worker has ever run.
 * @throws Error from the database
 */
export async function migrateQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, logger: queueLogger });
}
