import { createHash } from "node:crypto";
import pg from "pg";

/** Every row of every table of the album, table by table: how many, and their hash. */
export async function wholeDatabase(databaseUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET TimeZone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
    );
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT t::text AS text FROM public."${name}" t ORDER BY t::text COLLATE "C"`,
      );
      const hash = createHash("sha256");
      for (const { text } of rows) hash.update(`${text}\n`);
      prints[name] = `${rows.length} ${hash.digest("hex")}`;
    }
    return prints;
  } finally {
    await client.end();
  }
}
