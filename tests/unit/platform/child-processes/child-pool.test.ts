import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ChildPool, type ChildPoolOptions } from "@/lib/platform/child-processes/child-pool";
import { confined, describeConfinement } from "@/lib/platform/child-processes/confinement";
import { childrenWith } from "@/tests/support/children";
import { until } from "@/tests/support/until";

const program = path.resolve("tests", "support", "fake-child.mjs");
const megabyte = 1_000_000;
const pools: ChildPool[] = [];

function poolOf(options: Partial<ChildPoolOptions> = {}): ChildPool {
  const pool = new ChildPool({
    program,
    size: 1,
    startMs: 20_000,
    requestMs: 20_000,
    idleMs: 20_000,
    maxMemoryBytes: 1_000 * megabyte,
    limits: { dataBytes: 1_000 * megabyte },
    ...options,
  });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const running = () => childrenWith("fake-child");
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-children-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("child processes", () => {
  test("are started by the first request, reused, and ended when none arrives", async () => {
    const pool = poolOf({ idleMs: 300 });
    expect(running()).toEqual([]);
    const { pid } = await pool.run({ job: "pid" });
    expect(running()).toEqual([pid]);
    expect(await pool.run({ job: "pid" })).toMatchObject({ pid });
    await until(() => running().length === 0);
    expect((await pool.run({ job: "pid" })).pid).not.toBe(pid);
  });

  test.each([0, 1, 70_000, 5_000_001])(
    "get %d bytes unchanged, from memory and from a file",
    async (size) => {
      const pool = poolOf();
      const bytes = randomBytes(size);
      await writeFile(path.join(folder, "payload"), bytes);
      for (const payload of [bytes, path.join(folder, "payload")]) {
        expect(await pool.run({ job: "hash" }, payload)).toMatchObject({ bytes: size, sha256: hash(bytes) });
      }
    },
  );

  test("work in parallel, one request in each, up to their limit", async () => {
    const pool = poolOf({ size: 2 });
    const done = await Promise.all([1, 2, 3, 4].map(() => pool.run({ job: "wait", ms: 200 })));
    expect(new Set(done.map(({ pid }) => pid)).size).toBe(2);
    expect(running()).toHaveLength(2);
  });

  test("continue after refusing a request; a file that can't be read costs nothing", async () => {
    const pool = poolOf();
    const { pid } = await pool.run({ job: "pid" });
    await expect(pool.run({ job: "refuse" })).rejects.toMatchObject({
      code: "refused",
      message: "not this one",
    });
    await expect(pool.run({ job: "hash" }, path.join(folder, "nothing"))).rejects.toMatchObject({
      code: "ENOENT",
    });
    expect(await pool.run({ job: "pid" })).toMatchObject({ pid });
  });

  test.each([
    ["die", "ended"],
    ["nonsense", "ended"],
    ["hang", "overdue"],
    ["spin", "overdue"],
  ])("that %s are replaced, and waiting requests are answered", async (job, code) => {
    const pool = poolOf({ requestMs: job === "die" || job === "nonsense" ? 20_000 : 1_500 });
    const { pid } = await pool.run({ job: "pid" });
    const [failed, next] = await Promise.allSettled([pool.run({ job }), pool.run({ job: "pid" })]);
    expect(failed).toMatchObject({ status: "rejected", reason: { code } });
    expect(next).toMatchObject({ status: "fulfilled" });
    expect(running()).toHaveLength(1);
    expect(running()).not.toContain(pid);
  });

  test("killed in the middle of a large file fail that request only", async () => {
    const pool = poolOf();
    const bytes = randomBytes(5_000_000);
    const { pid } = await pool.run({ job: "pid" });
    const hung = pool.run({ job: "hang" }, bytes);
    setTimeout(() => process.kill(Number(pid), "SIGKILL"), 200);
    await expect(hung).rejects.toMatchObject({ code: "ended" });
    expect(await pool.run({ job: "hash" }, bytes)).toMatchObject({ sha256: hash(bytes) });
  });

  test("that use too much memory end at their limit, or after the request that made them large", async () => {
    const pool = poolOf();
    await expect(pool.run({ job: "eat" })).rejects.toMatchObject({ name: "ChildError" });
    const { pid } = await pool.run({ job: "swell" });
    expect((await pool.run({ job: "pid" })).pid).not.toBe(pid);
  });

  test("that don't start are reported", async () => {
    const pool = poolOf({ program: path.resolve("no-such-program.mjs") });
    await expect(pool.run({ job: "pid" })).rejects.toMatchObject({ code: "absent" });
  });

  test.each(["before", "after"])(
    "that are starting end when the pool is closed, %s their process is there, and their request fails",
    async (moment) => {
      const silent = path.join(folder, "silent-child.mjs");
      await writeFile(silent, 'process.on("disconnect", () => process.exit());');
      const starting = () => childrenWith("silent-child");
      const pool = poolOf({ program: silent });
      const failed = expect(pool.run({ job: "pid" })).rejects.toMatchObject({ code: "ended" });
      if (moment === "after") await until(() => starting().length === 1);
      await pool.close();
      await failed;
      expect(starting()).toEqual([]);
    },
  );

  test("know none of our settings, read none of the machine's or our files, and write none", async () => {
    process.env.KEEPSAKE_TEST_SECRET = "sunny-garden";
    const pool = poolOf({ limits: { dataBytes: 1_000 * megabyte, fileBytes: 0 } });
    const { pid } = await pool.run({ job: "pid" });
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    delete process.env.KEEPSAKE_TEST_SECRET;
    expect(environment).toContain("NODE_ENV=production");
    expect(String(environment)).not.toMatch(/KEEPSAKE_TEST_SECRET|sunny-garden|DATABASE_URL|AUTH_SECRET/);
    await writeFile(path.join(folder, ".env"), "AUTH_SECRET=sunny-garden");
    for (const file of ["/etc/passwd", path.join(folder, ".env"), path.resolve(".env.example")]) {
      await expect(pool.run({ job: "read", file })).rejects.toMatchObject({
        code: "refused",
        message: "ERR_ACCESS_DENIED",
      });
    }
    const file = path.join(folder, "written");
    await expect(pool.run({ job: "write", file })).rejects.toMatchObject({ code: "refused" });
    expect(existsSync(file)).toBe(false);
  });

  test("can't reach the network, if this machine can block it", async () => {
    if (!(await describeConfinement()).hasNoNetwork)
      return console.warn("SKIPPED: this machine makes no network namespaces.");
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    // As a control: there is something to reach.
    await once(connect(port, "127.0.0.1"), "connect");
    expect((await poolOf().run({ job: "connect", port })).outcome).not.toBe("connected");
    server.close();
  });

  test("see nothing that is hidden from them, if this machine can hide it", async () => {
    if (!(await describeConfinement()).canHide)
      return console.warn("SKIPPED: this machine hides no folders.");
    await writeFile(path.join(folder, "auth-secret"), "sunny-garden");
    // Not restricted by Node's permissions, as a compromised decoder wouldn't be.
    const command = {
      file: "/bin/sh",
      args: ["-c", `cat ${folder}/auth-secret; umount ${folder}; ls ${folder}`],
    };
    const run = async (hidden: string[]) => {
      const { file, args } = await confined(command, { dataBytes: 100 * megabyte }, { hidden });
      return spawnSync(file, args, { encoding: "utf8" }).stdout;
    };
    expect(await run([])).toContain("sunny-garden");
    expect(await run([folder])).toBe("");
    expect(await run([path.join(folder, "auth-secret")])).not.toContain("sunny-garden");
    // Folders that it needs to run aren't hidden.
    expect(await run([path.resolve("."), path.dirname(process.execPath)])).toContain("sunny-garden");
  });

  test("can't look into the processes that started them", async () => {
    if (!(await describeConfinement()).hasNoNetwork) return console.warn("SKIPPED: no user namespaces.");
    const command = { file: "/bin/cat", args: [`/proc/${process.pid}/environ`] };
    const { file, args } = await confined(command, { dataBytes: 100 * megabyte });
    expect(spawnSync(file, args).stdout.length).toBe(0);
    expect(readFileSync(`/proc/${process.pid}/environ`).length).toBeGreaterThan(0);
  });
});
