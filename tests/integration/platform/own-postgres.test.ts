import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
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
    // A process of that number is unlikely here: there it is PostgreSQL's.
    const said = ["4194303", cluster, "1795590000", "20000", "", "127.0.0.1", "0 0", "ready   "].join("\n");
    writeFileSync(pidFile, said);
    try {
      await expect(start()).rejects.toThrow(`Another Keepsake is running on ${dataDir}`);
      expect(readFileSync(pidFile, "utf8")).toBe(said);
    } finally {
      other.kill();
      await once(other, "exit");
    }
    // Once it has ended, what it left behind is no hindrance.
    const running = await start();
    await running.stop();
  },
);
