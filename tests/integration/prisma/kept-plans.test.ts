import { cachePlan, db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

test("a statement is prepared once a connection when it says so, and no other is", async () => {
  const prepared = await db.$transaction(async (client) => {
    for (const value of [1, 2]) {
      await client.$queryRaw`${cachePlan} SELECT ${value}::int AS "ofAFewTexts"`;
      await client.$queryRaw`SELECT ${value}::int AS "ofAnyText"`;
      await client.user.findMany({ where: { username: `nobody ${value}` } });
    }
    return client.$queryRaw<{ statement: string; uses: number }[]>`
      SELECT statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements
      WHERE statement LIKE '%ofA%'`;
  });
  expect(prepared).toEqual([{ statement: expect.stringContaining('"ofAFewTexts"'), uses: 2 }]);
});
