import { db } from "@/lib/db";

/** How long entries are kept, and the addresses in them; the trigger on ActivityEntry has the same numbers. */
const activityDays = 400;
const addressDays = 90;

/**
 * Removes entries that are older than their retention, and where from in those that are older than the addresses'.
 * Nothing else can: a trigger refuses every other change.
 * @returns how many entries there were
 */
export async function purgeActivity(): Promise<number> {
  return db.$transaction(async (client) => {
    await client.$executeRaw`SELECT set_config('keepsake.activity_purge', 'on', true)`;
    await client.$executeRaw`
      UPDATE "ActivityEntry" SET "ipAddress" = NULL, "userAgent" = NULL
      WHERE at < now() - make_interval(days => ${addressDays}::int) AND ("ipAddress" IS NOT NULL OR "userAgent" IS NOT NULL)`;
    return client.$executeRaw`
      DELETE FROM "ActivityEntry" WHERE at < now() - make_interval(days => ${activityDays}::int)`;
  });
}
