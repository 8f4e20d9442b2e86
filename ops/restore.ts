import path from "node:path";
import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/db";
import { env } from "@/lib/env";
import { restore } from "@/lib/operations/backup/server/restore-service";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { finishRestore, openCopy, unpackCopy } from "@/lib/operations/second-copy/server/restore-service";
import { counted } from "@/lib/shared/counted";
import { runAndReport } from "@/ops/report-backup-error";

const { values, positionals } = parseArgs({
  options: {
    key: { type: "string" },
    "only-database": { type: "boolean" },
    from: { type: "string" },
    at: { type: "string" },
    /** Only the steps before the database is started; `foreign`: it is DATABASE_URL's. */
    unpack: { type: "boolean" },
    foreign: { type: "boolean" },
    /** The major version of the PostgreSQL that will run on the files. */
    postgres: { type: "string" },
  },
  allowPositionals: true,
});
const keyFile = values.key ? path.resolve(values.key) : null;
const say = (line: string) => console.log(line);
/** Exit code that makes ops/restore.mjs load the rows into a running database. */
const rowsCode = 3;

function momentOf(text: string | undefined): Date | null {
  if (!text) return null;
  const at = new Date(text);
  if (!Number.isNaN(at.getTime()) && at.getTime() <= Date.now()) return at;
  throw new SecondCopyError(
    `${text} is not a moment in the past.`,
    "Give it as in 2026-11-25T14:30 (this machine's time) or 2026-11-25T14:30:00Z.",
  );
}

async function restoreBackup(): Promise<number> {
  const folder = path.resolve(positionals[0] ?? "");
  const isOnlyDatabase = values["only-database"] ?? false;
  const { tables, files, createdAt, secrets } = await restore(folder, say, { keyFile, isOnlyDatabase });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const what = isOnlyDatabase ? `${rows} rows` : `${rows} rows and ${files.count} files`;
  say(`Restored ${what} from ${createdAt}. Start Keepsake with npm start.`);
  if (!secrets.some(({ name }) => name === "auth-secret")) {
    say("Start it with the same AUTH_SECRET as the album that was backed up: authenticator apps need it.");
  }
  return 0;
}

async function restoreSecondCopy(from: string): Promise<number> {
  const at = momentOf(values.at);
  const address = from === "SECOND_COPY" ? (env.SECOND_COPY ?? "") : from;
  const copy = await openCopy(address, keyFile);
  if (values.unpack) {
    const { foreign = false, postgres = null } = values;
    return (await unpackCopy(copy, at, { isForeign: foreign, postgres }, say)) ? 0 : rowsCode;
  }
  const { until, files, missing } = await finishRestore(copy, at, say);
  say(
    `Restored the album as of ${until} with ${counted(files.count, "original")}. Start Keepsake with npm start:`,
  );
  say("it makes the smaller pictures again. npm run second-copy -- --begin continues the copy from here.");
  if (missing.length === 0) return 0;
  console.error(`Not in the copy: ${counted(missing.length, "original")}:\n${missing.join("\n")}`);
  return 2;
}

await runAndReport(() => (values.from ? restoreSecondCopy(values.from) : restoreBackup()));
await closeDatabase();
