import { databasePool, db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { withTestDatabase } from "@/tests/support/database";
import { testUnlessPooled } from "@/tests/support/unless-pooled";

withTestDatabase();

testUnlessPooled(
  "a statement is prepared once per connection if it asks for it, and no other is",
  async () => {
    for (const value of [1, 2]) {
      expect(await queryPrepared(Prisma.sql`SELECT ${value}::int AS "ofAFewTexts"`)).toEqual([
        { ofAFewTexts: value },
      ]);
      await db.$queryRaw`SELECT ${value}::int AS "ofAnyText"`;
      await db.user.findMany({ where: { username: `nobody ${value}` } });
    }
    const { rows } = await databasePool().query(`
    SELECT statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements
    WHERE statement LIKE '%ofA%'`);
    expect(rows).toEqual([{ statement: expect.stringContaining('"ofAFewTexts"'), uses: 2 }]);
  },
);

test("a prepared statement passes and returns timestamps as Prisma does", async () => {
  const moment = new Date("2024-07-01T23:30:15.123Z");
  const statement = Prisma.sql`SELECT ${moment}::timestamp AS "wallClock", ${moment}::timestamptz AS moment`;
  expect(await queryPrepared(statement)).toEqual([{ wallClock: moment, moment }]);
  expect(await db.$queryRaw(statement)).toEqual([{ wallClock: moment, moment }]);
  // In UTC, where the driver would use the server's time zone.
  expect(await queryPrepared(Prisma.sql`SELECT ${moment}::text AS sent`)).toEqual([
    { sent: "2024-07-01T23:30:15.123Z" },
  ]);
});

test("the copies of our modules in one process don't mix up their statements", async () => {
  const column = (name: string) => Prisma.sql`SELECT 1 AS ${Prisma.raw(name)}`;
  expect(await queryPrepared(column("a"))).toEqual([{ a: 1 }]);
  await jest.isolateModulesAsync(async () => {
    const other = await import("@/lib/db");
    expect(other.databasePool()).toBe(databasePool());
    expect(await other.queryPrepared(column("b"))).toEqual([{ b: 1 }]);
  });
  expect(await queryPrepared(column("b"))).toEqual([{ b: 1 }]);
});
