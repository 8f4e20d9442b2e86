import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { closeDatabase, databasePool } from "@/lib/db";
import { buildPrograms } from "@/ops/lib/build.mjs";
import { childProgram } from "@/ops/lib/child-program.mjs";
import { startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { until } from "@/tests/support/until";

/** A PostgreSQL for this test file alone, which it can stop, kill and restart. */
export interface OwnPostgres {
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends its main process as a crash would, and waits until the product's own start script has started another. */
  crash: () => Promise<void>;
}

/** The pool may still hand out the connections that broke with it. */
const untilAnswering = () =>
  until(() =>
    databasePool()
      .query("SELECT 1")
      .then(
        () => true,
        () => false,
      ),
  );

function mainProcess(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0];
  } catch {
    // Between two processes there may be no file.
    return undefined;
  }
}

/**
 * Starts a PostgreSQL as `npm start` does, and makes it this file's database. Call it before the settings are first
 * read, and before withTestDatabase().
 * @param dataDir created when missing
 * @param settings `name=value`
 */
export async function withOwnPostgres(dataDir: string, settings: string[] = []): Promise<OwnPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const begin = () => startEmbeddedPostgres({ dataDir, settings });
  let running = await begin();
  const { DATABASE_URL, DIRECT_DATABASE_URL } = process.env;
  process.env.DATABASE_URL = running.url;
  // The pooler is in front of the other one.
  delete process.env.DIRECT_DATABASE_URL;
  const { migrate = "" } = await buildPrograms(process.cwd(), ["migrate"]);
  if ((await childProgram(migrate).ended) !== 0) throw new Error("The database could not be migrated");
  afterAll(async () => {
    await closeDatabase();
    await running.stop();
    // withTestDatabase() drops this one.
    Object.assign(process.env, { DATABASE_URL, ...(DIRECT_DATABASE_URL ? { DIRECT_DATABASE_URL } : {}) });
  });
  return {
    stop: () => running.stop(),
    start: async () => {
      running = await begin();
      await untilAnswering();
    },
    crash: async () => {
      const crashed = mainProcess(dataDir);
      process.kill(Number(crashed), "SIGKILL");
      // Its connections respond a moment longer, so only the next process's id shows that it is gone.
      await until(() => ![undefined, crashed].includes(mainProcess(dataDir)));
      await untilAnswering();
    },
  };
}
