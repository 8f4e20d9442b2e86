import { db } from "@/lib/db";

/** How long entries are kept; the trigger on ActivityEntry holds the same number of days. */
const activityDays = 400;

/**
 * Removes entries that are older than their retention. Nothing else can: a trigger refuses every other change.
 * @returns how many there were
 */
export async function purgeActivity(): Promise<number> {
  return db.$transaction(async (client) => {
    await client.$executeRaw`SELECT set_config('keepsake.activity_purge', 'on', true)`;
    return client.$executeRaw`
      DELETE FROM "ActivityEntry" WHERE at < now() - make_interval(days => ${activityDays}::int)`;
  });
}
