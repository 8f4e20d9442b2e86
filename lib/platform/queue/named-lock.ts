import { databasePool } from "@/lib/db";

const lock = { name: "lock-name", text: "SELECT pg_advisory_lock(hashtextextended($1, 0))" };
const unlock = { name: "unlock-name", text: "SELECT pg_advisory_unlock(hashtextextended($1, 0))" };

/**
 * Runs `work` while nobody else, in whichever process, does the work of this name: never twice at once. The lock is
 * the connection's, and ends with it when the process dies.
 */
export async function withNamedLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const values = [name];
  const connection = await databasePool().connect();
  let isLocked = true;
  try {
    await connection.query({ ...lock, values });
    const result = await work();
    await connection.query({ ...unlock, values });
    isLocked = false;
    return result;
  } finally {
    // Still locked: closing the connection is the surest way out.
    connection.release(isLocked);
  }
}
