import { readdir } from "node:fs/promises";
import type pg from "pg";

/** The names of this version's migrations, in their order. */
export async function knownMigrations(folder = "prisma/migrations"): Promise<string[]> {
  const entries = await readdir(/* turbopackIgnore: true */ folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The migrations that have been applied to a database; none for an empty one. */
export async function appliedMigrations(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const table = await client.query<{ name: string | null }>(
    "SELECT to_regclass('_prisma_migrations') AS name",
  );
  if (!table.rows[0]?.name) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Its message is for the person who starts the album. */
export class NewerDatabaseError extends Error {}

/**
 * @param known this version's migrations
 * @returns those that have been applied to the database
 * @throws NewerDatabaseError when a newer Keepsake has changed the database: this one would write into columns it
 *   doesn't know, or miss those it does
 */
export async function requireKnownMigrations(
  client: Pick<pg.ClientBase, "query">,
  known: readonly string[],
): Promise<string[]> {
  const applied = await appliedMigrations(client);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return applied;
  throw new NewerDatabaseError(
    `The database is newer than this Keepsake: it has been through ${unknown.join(", ")}, which this version ` +
      "does not know. Nothing was changed. Start the newer version again, or restore a backup from before the update.",
  );
}
