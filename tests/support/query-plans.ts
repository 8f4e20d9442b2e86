import pg from "pg";
import { databasePool } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";

type Statement = { text: string; values?: unknown[] };

/**
 * How PostgreSQL runs the statements about this table's rows that `work` sends, with the values they had. Tests have few rows, of
 * which it would read all: here it does that only where no index helps.
 */
export async function plansOf(table: Prisma.ModelName, work: () => Promise<unknown>): Promise<string[]> {
  const asking = jest.spyOn(pg.Client.prototype, "query");
  await work();
  const statements = asking.mock.calls
    .map(([first, values]): Statement => {
      const given: unknown = first;
      if (typeof given === "string") return { text: given, ...(Array.isArray(values) ? { values } : {}) };
      return given as Statement;
    })
    .filter(({ text = "" }) => /^\s*(SELECT|UPDATE|WITH)\b/.test(text) && text.includes(`"${table}"`));
  asking.mockRestore();
  const connection = await databasePool().connect();
  try {
    await connection.query("BEGIN; SET LOCAL enable_seqscan = off");
    const plans: string[] = [];
    for (const { text, values = [] } of statements) {
      const { rows } = await connection.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return plans;
  } finally {
    await connection.query("ROLLBACK");
    connection.release();
  }
}
