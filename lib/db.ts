import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { directDatabaseUrl, env } from "@/lib/env";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { onlyServes } from "@/lib/platform/siblings";
import { withoutStatementNames } from "@/lib/platform/statement-names";
import { takeTurns } from "@/lib/platform/taking-turns";
import { forgetProcessWide, processWide } from "@/lib/shared/process-wide";

interface Database {
  pool: pg.Pool;
  /** The same database without the pooler; the same pool if there is no pooler. */
  direct: pg.Pool;
  client: PrismaClient;
}

type Connected = (
  error: Error | undefined,
  connection: pg.PoolClient | undefined,
  release: (reason?: Error | boolean) => void,
) => void;

/**
 * The queue's library releases a connection twice if the database drops it while the library is stopping. The second
 * release would be an uncaught error that ends the server: here it does nothing.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect((error, connection, release) => {
      let isReleased = false;
      connected(error, connection, (reason) => {
        if (isReleased) return;
        isReleased = true;
        release(reason);
      });
    });
    return undefined;
  }
}

/** This process's connection limit. Eight web processes use up to 72; PostgreSQL allows 100 by default. */
export const maxConnections = (): number => (onlyServes() ? 8 : 16);

/**
 * By default Prisma abandons a transaction that gets no connection within 2 s or runs for more than 5 s. On a machine
 * busy converting videos, even short ones exceed that, and people would rather wait. Longer work sets its own limits.
 */
const transactionOptions = { maxWait: 10_000, timeout: 20_000 };

/** For ending a family or someone's part in it, or erasing faces: an album can have a hundred thousand items. */
export const longTransaction = { maxWait: 10_000, timeout: 120_000 };

/** @param isPooled a pooler gives each transaction another connection, on which nothing is prepared */
function openPool(connectionString: string, isPooled: boolean): pg.Pool {
  const pool = new Pool({ connectionString, max: maxConnections(), idleTimeoutMillis: 30_000 });
  // An idle connection that breaks (a restarted server) is replaced at the next query.
  pool.on("error", () => {});
  pool.on("connect", (connection) => {
    connection.on("error", () => {});
    takeTurns(connection);
    if (isPooled) withoutStatementNames(connection);
  });
  return pool;
}

function connect(): Database {
  const isPooled = env.DIRECT_DATABASE_URL !== undefined;
  const pool = openPool(env.DATABASE_URL, isPooled);
  return {
    pool,
    direct: isPooled ? openPool(directDatabaseUrl(), false) : pool,
    client: new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions }),
  };
}

const database = () => processWide("database", connect);

/** The only Prisma client, connected on first use. */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get(_, name) {
    const client = database().client;
    const value = Reflect.get(client, name, client);
    return typeof value === "function" ? value.bind(client) : value;
  },
});

/** The pool beneath the client, for code that queries PostgreSQL directly: rate limits, hot reads. */
export function databasePool(): pg.Pool {
  return database().pool;
}

/** For code that needs its own session: the queue's workers, and locks that outlive a transaction. */
export function directDatabasePool(): pg.Pool {
  return database().direct;
}

const statementNames = new Map<string, string>();

/** Derived from the text, because each bundle of this process would count separately, and all share the connections. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("hex").slice(0, 32);
    statementNames.set(text, name);
  }
  return name;
}

/** As Prisma reads it: a time without a zone is UTC. */
const timestampOid = 1114;
const columnTypes = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === timestampOid
      ? (text: string) => new Date(`${text.replace(" ", "T")}Z`)
      : pg.types.getTypeParser(oid, format as "text"),
};

/**
 * Runs a hot statement and returns its rows. PostgreSQL plans it only a few times per connection, and the driver parses
 * the rows: planning a small statement takes as long as running it, and so does Prisma's parsing. Only for statements
 * with few variants, since each connection remembers every text, and whose best plan doesn't depend on the values. A
 * limit is written into the text (see pageLimit): if it is one of the values, PostgreSQL caches no plan.
 */
export async function queryPrepared<T extends object>({ text, values }: Prisma.Sql): Promise<T[]> {
  const { rows } = await databasePool().query<T>({
    name: statementName(text),
    text,
    // The driver would send local time.
    values: values.map((value) => (value instanceof Date ? value.toISOString() : value)),
    types: columnTypes,
  });
  return rows;
}

export async function closeDatabase(): Promise<void> {
  const open = forgetProcessWide<Database>("database");
  await open?.client.$disconnect();
  for (const pool of new Set([open?.pool, open?.direct])) await pool?.end();
}

export type { Prisma } from "@/lib/generated/prisma/client";
