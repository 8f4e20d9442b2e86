import { databasePool } from "@/lib/db";

/**
 * Runs `work` unless it runs already under that name, here or on another machine. The lock is a connection's: it
 * ends with the process, however that ends.
 * @returns whether it ran
 */
export async function onlyOne(name: string, work: () => Promise<void>): Promise<boolean> {
  const connection = await databasePool().connect();
  let mayBeLocked = true;
  try {
    const { rows } = await connection.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked",
      [name],
    );
    if (!rows[0]?.locked) {
      mayBeLocked = false;
      return false;
    }
    await work();
    await connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    mayBeLocked = false;
    return true;
  } finally {
    // Still locked: closing the connection is the surest way out.
    connection.release(mayBeLocked);
  }
}
