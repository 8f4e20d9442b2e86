import { databasePool } from "@/lib/db";
import { runBuilt } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();
jest.setTimeout(120_000);

test("a database changed by a newer version stops the start with a message, and the doctor says so", async () => {
  await databasePool().query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ('future', 'none', now(), '29990101000000_from_the_future', 1)`,
  );
  const refused = await runBuilt("migrate", []);
  expect(refused.code).toBe(1);
  expect(refused.words).toContain("The database is newer than this Keepsake");
  expect(refused.words).toContain("29990101000000_from_the_future");
  expect(refused.words).not.toMatch(/\bat .*:\d+:\d+/);

  const doctor = await runBuilt("doctor", []);
  expect(doctor.code).toBe(1);
  expect(doctor.words).toMatch(/ERROR {2}migrations +The database is newer than this Keepsake/);

  await databasePool().query("DELETE FROM _prisma_migrations WHERE id = 'future'");
  expect((await runBuilt("migrate", [])).code).toBe(0);
});
