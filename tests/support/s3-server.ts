import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { freePort } from "@/ops/lib/free-port.mjs";

/** How to reach an S3 server. */
export interface S3Access {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Server extends S3Access {
  pids: number[];
  stop: () => Promise<void>;
}

const execute = promisify(execFile);
const programs = ["ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "monmaptool", "ceph"];
const credentials = { accessKeyId: "keepsake-tests", secretAccessKey: "keepsake-tests-secret" };
const startTimeoutMs = 60_000;

/** The programs of the S3 server that this machine lacks. Debian: ceph-mon, ceph-osd and radosgw. */
export async function missingS3Programs(): Promise<string[]> {
  const checks = programs.map(async (program) => {
    const isThere = await execute("sh", ["-c", `command -v ${program}`]).then(
      () => true,
      () => false,
    );
    return isThere ? [] : [program];
  });
  return (await Promise.all(checks)).flat();
}

async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`The S3 server didn't start: ${what}`);
    await delay(200);
  }
}

function configuration(folder: string, fsid: string, monitors: string, port: number): string {
  return `[global]
fsid = ${fsid}
mon host = ${monitors}
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
public addr = 127.0.0.1
cluster addr = 127.0.0.1
public network = 127.0.0.0/8
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 12884901888
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw data = ${folder}/rgw
`;
}

/** Programs that stay in the foreground, so they can be ended reliably by process. */
class Daemons {
  readonly #running: ChildProcess[] = [];

  get pids(): number[] {
    return this.#running.flatMap(({ pid }) => pid ?? []);
  }

  start(program: string, args: string[]): void {
    const child = spawn(program, [...args, "-f"], { stdio: "ignore" });
    // The test process that started a shared server can end before it.
    child.unref();
    this.#running.push(child);
  }

  async stop(): Promise<void> {
    for (const child of this.#running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.ref();
      // Its data is discarded, so it needn't end gracefully.
      child.kill("SIGKILL");
      await ended;
    }
  }
}

/** Monitor, one storage daemon, a user, the gateway: each depends on the previous one. */
async function boot(folder: string, daemons: Daemons): Promise<S3Server["endpoint"]> {
  const [v2, v1, port] = [await freePort(), await freePort(), await freePort()];
  const fsid = randomUUID();
  const address = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
  const settings = path.join(folder, "ceph.conf");
  for (const name of ["mon", "osd", "rgw"]) await mkdir(path.join(folder, name));
  await writeFile(settings, configuration(folder, fsid, address, port));

  const map = path.join(folder, "monmap");
  await execute("monmaptool", ["--create", "--addv", "a", address, "--fsid", fsid, map]);
  await execute("ceph-mon", ["--mkfs", "-i", "a", "--monmap", map, "-c", settings]);
  daemons.start("ceph-mon", ["-i", "a", "-c", settings]);

  const ask = (...args: string[]) =>
    execute("ceph", ["-c", settings, "--connect-timeout", "5", ...args], { timeout: startTimeoutMs });
  const disk = randomUUID();
  await waitUntil("monitor", async () => Boolean(await ask("osd", "new", disk)));
  await execute("ceph-osd", ["-i", "0", "--mkfs", "--osd-uuid", disk, "-c", settings]);
  daemons.start("ceph-osd", ["-i", "0", "-c", settings]);
  await waitUntil("storage daemon", async () => (await ask("osd", "stat")).stdout.includes("1 up"));

  const { accessKeyId, secretAccessKey } = credentials;
  const user = [
    "--uid=tests",
    "--display-name=tests",
    `--access-key=${accessKeyId}`,
    `--secret-key=${secretAccessKey}`,
  ];
  await execute("radosgw-admin", ["-c", settings, "user", "create", ...user], { timeout: startTimeoutMs });
  daemons.start("radosgw", ["-n", "client.rgw.a", "-c", settings]);
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntil("gateway", async () => (await fetch(endpoint)).ok);
  return endpoint;
}

/**
 * Starts a real S3 server (Ceph's, its data in memory) on free ports of the loopback interface, in a folder
 * of its own inside `parent`. Takes about ten seconds. Needs `missingS3Programs()` to be empty.
 * @throws Error when it doesn't start
 */
export async function startS3Server(parent = tmpdir()): Promise<S3Server> {
  const folder = await mkdtemp(path.join(parent, "keepsake-s3-"));
  const daemons = new Daemons();
  const stop = async () => {
    await daemons.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { endpoint: await boot(folder, daemons), ...credentials, pids: daemons.pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a bucket for the server's user. */
export async function createBucket(server: S3Access, bucket: string): Promise<void> {
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
