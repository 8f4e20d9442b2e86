import { databasePool } from "@/lib/db";

/**
 * Held alone by a backup: what its snapshot of the rows knows must still be there when its file's turn comes. Shared
 * by whoever removes files for good.
 */
export const removalGateKey = 7_301_995;

/**
 * Runs `remove` unless a backup is being made.
 * @returns whether it ran; else it is to be asked again later
 */
export async function unlessBackedUp(remove: () => Promise<void>): Promise<boolean> {
  const connection = await databasePool().connect();
  let mayBeLocked = true;
  try {
    const { rows } = await connection.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock_shared($1) AS locked",
      [removalGateKey],
    );
    mayBeLocked = rows[0]?.locked ?? false;
    if (!mayBeLocked) return false;
    await remove();
    await connection.query("SELECT pg_advisory_unlock_shared($1)", [removalGateKey]);
    mayBeLocked = false;
    return true;
  } finally {
    // Still locked: closing the connection is the surest way out.
    connection.release(mayBeLocked);
  }
}
