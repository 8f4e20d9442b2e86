import { db } from "@/lib/db";

/** How long entries, and the addresses in them, are kept; the trigger on ActivityEntry has the same numbers. */
const activityDays = 400;
const addressDays = 90;

/**
 * Deletes entries past their retention, and clears the addresses in entries past theirs. Nothing else can do this: a
 * trigger refuses every other change.
 * @returns how many entries were deleted
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
