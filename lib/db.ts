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
  /** The same one where no pooler is between. */
  direct: pg.Pool;
  client: PrismaClient;
}

type Connected = (
  error: Error | undefined,
  connection: pg.PoolClient | undefined,
  release: (reason?: Error | boolean) => void,
) => void;

/**
 * The queue's library releases a connection twice when the database drops it while it is being stopped. The second time
 * is an error nobody catches, which would end the server: here it does nothing.
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

/** The most connections of this process. Eight web processes have 72: by default PostgreSQL takes 100. */
export const maxConnections = (): number => (onlyServes() ? 8 : 16);

/**
 * By default Prisma gives up on a transaction that gets no connection within 2 s or runs for more than 5 s. Even short ones
 * do on a machine that is busy converting videos, and people would rather wait. Longer work sets its own limits.
 */
const transactionOptions = { maxWait: 10_000, timeout: 20_000 };

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

/** The pool under the client, for code that speaks PostgreSQL itself: rate limits, hot reads. */
export function databasePool(): pg.Pool {
  return database().pool;
}

/** For what needs a session of its own: the queue's workers, and locks that outlive a transaction. */
export function directDatabasePool(): pg.Pool {
  return database().direct;
}

const statementNames = new Map<string, string>();

/** By the text, because each bundle of this process counts for itself and all share the connections. */
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
 * Rows of a hot statement. PostgreSQL plans it only a few times per connection, and the driver reads the rows itself:
 * planning a small statement takes as long as running it, and so does Prisma's way of reading the rows. Only for
 * statements with few texts, since each connection remembers every one, and whose best plan doesn't depend on the values.
 * A limit is written into the text (see pageLimit): with one among the values, PostgreSQL keeps no plan.
 */
export async function queryPrepared<T extends object>({ text, values }: Prisma.Sql): Promise<T[]> {
  const { rows } = await databasePool().query<T>({
    name: statementName(text),
    text,
    // The driver would write the local time.
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
