import type { ClientBase } from "pg";
import { directDatabasePool, maxConnections, type Prisma } from "@/lib/db";
import { processWide } from "@/lib/shared/process-wide";
import { Semaphore } from "@/lib/shared/semaphore";

/** A lock's name; one introduced as a number keeps it, since older servers may run alongside this one. */
type LockName = string | number;

interface LockMode {
  /** Whether to wait while someone else holds it. */
  wait?: boolean;
  /** Any number can share it, but not while someone holds it exclusively. */
  shared?: boolean;
}

const idOf = (name: LockName) => (typeof name === "number" ? "$1" : "hashtextextended($1, 0)");

async function call(client: ClientBase, action: string, name: LockName, shared: boolean): Promise<unknown> {
  const expression = `pg_${action}${shared ? "_shared" : ""}(${idOf(name)})`;
  // A named statement keeps its plan on the connection.
  const query = { name: expression, text: `SELECT ${expression} AS answer`, values: [name] };
  const { rows } = await client.query<{ answer: unknown }>(query);
  return rows[0]?.answer;
}

/**
 * Locks until this connection ends, or until `unlockSession`.
 * @returns whether it is locked: always, unless `wait` is false
 */
export async function lockSession(
  client: ClientBase,
  name: LockName,
  { wait = true, shared = false }: LockMode = {},
): Promise<boolean> {
  const answer = await call(client, wait ? "advisory_lock" : "try_advisory_lock", name, shared);
  return wait || answer === true;
}

export async function unlockSession(
  client: ClientBase,
  name: LockName,
  { shared = false }: Pick<LockMode, "shared"> = {},
): Promise<void> {
  await call(client, "advisory_unlock", name, shared);
}

/** Each holder keeps a connection while its work needs more, so their number is limited: some are always left. */
const holding = () => processWide("lock-holders", () => new Semaphore(maxConnections() / 2));

/**
 * Runs `work` while no other process runs work of this name. The lock belongs to a connection, so it ends with the
 * process, however that ends.
 * @returns what the work returns; without waiting, null when someone else has the lock
 */
export function withLock<T>(
  name: LockName,
  mode: LockMode & { wait: false },
  work: () => Promise<T>,
): Promise<T | null>;
export function withLock<T>(
  name: LockName,
  mode: LockMode & { wait?: true },
  work: () => Promise<T>,
): Promise<T>;
export function withLock<T>(name: LockName, mode: LockMode, work: () => Promise<T>): Promise<T | null> {
  return holding().run(() => workLocked(name, mode, work));
}

async function workLocked<T>(name: LockName, mode: LockMode, work: () => Promise<T>): Promise<T | null> {
  const connection = await directDatabasePool().connect();
  let isPerhapsLocked = true;
  const unlock = async () => {
    await unlockSession(connection, name, mode);
    isPerhapsLocked = false;
  };
  try {
    isPerhapsLocked = await lockSession(connection, name, mode);
    if (!isPerhapsLocked) return null;
    const result = await work().catch(async (error) => {
      // Lets an immediate retry get the lock. The work's error says more than a failure to unlock.
      await unlock().catch(() => {});
      throw error;
    });
    await unlock();
    return result;
  } finally {
    // Closing a connection that is still locked is the surest way to unlock it.
    connection.release(isPerhapsLocked);
  }
}

/** Waits until no other transaction holds this lock, then holds it until this one ends. */
export async function lockInTransaction(client: Prisma.TransactionClient, name: string): Promise<void> {
  await client.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
