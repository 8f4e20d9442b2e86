import { directDatabaseUrl } from "@/lib/env";
import { migrateQueue } from "@/lib/platform/queue/migrate-queue";
import { NewerDatabaseError } from "@/prisma/applied-migrations";
import { applyMigrations } from "@/prisma/migrate";

try {
  const applied = await applyMigrations(directDatabaseUrl());
  await migrateQueue(directDatabaseUrl());
  if (applied.length > 0) console.log(`Migrations applied: ${applied.join(", ")}`);
} catch (error) {
  if (!(error instanceof NewerDatabaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
