import { databasePool } from "@/lib/db";
import { until } from "@/tests/support/until";

/** What resetting a password does to the person's sessions. */
export const endSessions = 'DELETE FROM "Session" WHERE "userId" = $1';

/**
 * Runs a statement in a transaction that stays open until the call waits for it, and another before the call continues.
 * @param steps the two, statements with the id as $1, or for the second a function; without the second, the first is
 * committed then
 */
export async function holdDuring<T>(
  id: string,
  [first, second]: readonly [string, (string | (() => Promise<void>))?],
  call: () => Promise<T>,
): Promise<T> {
  const holder = await databasePool().connect();
  const run = (statement: string) => holder.query(statement, statement.includes("$1") ? [id] : []);
  try {
    await holder.query("BEGIN");
    await run(first);
    const called = call();
    await until(async () => {
      // Not pg_stat_activity, of which a transaction sees only the connections of its first look.
      const { rows } = await holder.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))",
      );
      return rows.length > 0;
    });
    if (typeof second === "function") await second();
    else if (second) await run(second);
    await holder.query("COMMIT");
    return await called;
  } finally {
    holder.release();
  }
}

/**
 * Locks a person's row until the call waits for it, and changes something before the call continues.
 * @param change a statement about the person, $1
 */
export const changeDuring = <T>(userId: string, call: () => Promise<T>, change: string): Promise<T> =>
  holdDuring(userId, ['SELECT 1 FROM "User" WHERE id = $1 FOR UPDATE', change], call);
