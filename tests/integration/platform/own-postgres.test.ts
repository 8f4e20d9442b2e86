import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { hasPostgres, startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { until } from "@/tests/support/until";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const dataDir = path.join(process.env.DATA_DIR ?? "", "locked");
const cluster = path.join(dataDir, "postgres");
const start = () => startEmbeddedPostgres({ dataDir, settings: ["fsync=off"] });
const isFree = () => spawnSync("flock", ["--nonblock", cluster, "true"]).status === 0;

const lockTest = hasProgram("flock") ? test : test.skip;
if (!hasProgram("flock")) console.warn("SKIPPED: the lock on PostgreSQL's folder, which needs util-linux.");

beforeAll(() => mkdirSync(dataDir, { recursive: true, mode: 0o711 }));

lockTest("PostgreSQL holds a lock on its folder for as long as it runs", async () => {
  const running = await start();
  expect(isFree()).toBe(false);
  await running.stop();
  expect(isFree()).toBe(true);
});

lockTest(
  "a folder in use by a PostgreSQL that can't be seen, in another container, is left alone",
  async () => {
    const other = spawn("flock", ["--nonblock", "--no-fork", cluster, "sleep", "60"]);
    const pidFile = path.join(cluster, "postmaster.pid");
    // A process with this id is unlikely to exist here; in the other container, it is PostgreSQL's.
    const said = ["4194303", cluster, "1795590000", "20000", "", "127.0.0.1", "0 0", "ready   "].join("\n");
    writeFileSync(pidFile, said);
    try {
      await expect(start()).rejects.toThrow(`Another Keepsake is running on ${dataDir}`);
      expect(readFileSync(pidFile, "utf8")).toBe(said);
    } finally {
      other.kill();
      await once(other, "exit");
    }
    // Once it has ended, the files it left behind don't matter.
    const running = await start();
    await running.stop();
  },
);

/** The server address that PostgreSQL reports for this connection: null means its socket. */
async function serverAddress(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ address: string | null }>(
    "SELECT host(inet_server_addr()) AS address",
  );
  await client.end();
  return rows[0]?.address ?? null;
}

test("statements go through a socket in the data folder, whatever a killed PostgreSQL left there", async () => {
  // The path of the other tests' folder is too long for a socket.
  const short = mkdtempSync(path.join(tmpdir(), "keepsake-"));
  chmodSync(short, 0o711);
  const startThere = () => startEmbeddedPostgres({ dataDir: short, settings: ["fsync=off"] });
  await (await startThere()).stop();
  const socketFolder = path.join(short, "postgres-socket");
  const { port } = JSON.parse(readFileSync(path.join(short, "postgres-access.json"), "utf8"));
  mkdirSync(socketFolder);
  // The lock of a killed PostgreSQL whose process id now belongs to another live process: PostgreSQL would not start.
  const lock = [process.pid, path.join(short, "postgres"), "1795590000", port, socketFolder].join("\n");
  writeFileSync(path.join(socketFolder, `.s.PGSQL.${port}.lock`), `${lock}\n`);
  const running = await startThere();
  expect(await serverAddress(running.url)).toBeNull();
  await running.stop();
  expect(existsSync(socketFolder)).toBe(false);
  rmSync(short, { recursive: true });
});

test("a data folder whose path is too long for a socket is used through the port", async () => {
  const long = path.join(dataDir, "a".repeat(110));
  mkdirSync(long, { recursive: true, mode: 0o711 });
  const running = await startEmbeddedPostgres({ dataDir: long, settings: ["fsync=off"] });
  expect(await serverAddress(running.url)).toBe("127.0.0.1");
  await running.stop();
});

/** Starts it in a process of its own, and kills that with its initdb as soon as there is some of a cluster. */
async function killDuringInitdb(folder: string): Promise<void> {
  const program = `import { hasPostgres, startEmbeddedPostgres } from "./ops/lib/embedded-postgres.mjs";
    await startEmbeddedPostgres({ dataDir: process.argv[1], settings: ["fsync=off"] });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, folder], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: "ignore",
    detached: true,
  });
  const ended = once(child, "exit");
  await until(() => readdirSync(folder).some((name) => existsSync(path.join(folder, name, "PG_VERSION"))));
  process.kill(-Number(child.pid), "SIGKILL");
  await ended;
}

test("a first start that is killed while it creates the database is repeated by the next", async () => {
  const folder = path.join(dataDir, "killed");
  mkdirSync(folder, { mode: 0o711 });
  await killDuringInitdb(folder);
  const running = await startEmbeddedPostgres({ dataDir: folder, settings: ["fsync=off"] });
  await running.stop();
  expect(readdirSync(folder).sort()).toEqual(["postgres", "postgres-access.json", "postgres.log"]);
});

test.each([
  ["PG_VERSION", []],
  ["global/pg_control", ["PG_VERSION"]],
  ["base/5/PG_VERSION", ["PG_VERSION", "global/pg_control"]],
])("a database without its %s is left alone, and the start says what to do", async (missing, others) => {
  const folder = mkdtempSync(path.join(dataDir, "incomplete-"));
  chmodSync(folder, 0o711);
  for (const name of [...others, "base/16384/2601"]) {
    mkdirSync(path.join(folder, "postgres", path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, "postgres", name), "18\n");
  }
  const before = readdirSync(folder, { recursive: true });
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
    `The database in ${path.join(folder, "postgres")} is not complete: its ${missing} is missing.`,
  );
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test("a database whose version can't be read is left alone", async () => {
  const folder = path.join(dataDir, "unreadable");
  mkdirSync(path.join(folder, "postgres"), { recursive: true, mode: 0o711 });
  // Even root can't read a link to itself.
  symlinkSync("PG_VERSION", path.join(folder, "postgres", "PG_VERSION"));
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow("ELOOP");
  expect(() => hasPostgres(folder)).toThrow("ELOOP");
  expect(readdirSync(folder, { recursive: true })).toEqual(["postgres", "postgres/PG_VERSION"]);
});

test("a start leaves the file with the database's password as it is, unless the port has changed", async () => {
  const file = path.join(dataDir, "postgres-access.json");
  await (await start()).stop();
  const before = [readFileSync(file, "utf8"), statSync(file).mtimeMs];
  await (await start()).stop();
  expect([readFileSync(file, "utf8"), statSync(file).mtimeMs]).toEqual(before);
});
