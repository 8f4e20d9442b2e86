import { env } from "@/lib/env";
import { migrateQueue } from "@/lib/platform/queue/queue";
import { applyMigrations } from "@/prisma/migrate";

const applied = await applyMigrations(env.DATABASE_URL);
await migrateQueue(env.DATABASE_URL);
if (applied.length > 0) console.log(`Database brought up to date: ${applied.join(", ")}`);
