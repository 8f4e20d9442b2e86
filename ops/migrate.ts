import { env } from "@/lib/env";
import { migrateQueue } from "@/lib/platform/queue/queue";
import { NewerDatabaseError } from "@/prisma/applied-migrations";
import { applyMigrations } from "@/prisma/migrate";

try {
  const applied = await applyMigrations(env.DATABASE_URL);
  await migrateQueue(env.DATABASE_URL);
  if (applied.length > 0) console.log(`Migrations applied: ${applied.join(", ")}`);
} catch (error) {
  if (!(error instanceof NewerDatabaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
