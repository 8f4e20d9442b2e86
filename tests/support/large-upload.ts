import { createHash, randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { buildBareServer, type KillableServer, startKillableServer } from "@/tests/support/killable-server";
import { clipBytes } from "@/tests/support/pictures";

const mebibyte = 1_048_576;
const chunkBytes = 8 * mebibyte;
/** As the pages send them. */
const callsAtOnce = 3;
const pollMs = 2;

export const largeFileBytes = isFullRun ? 4_200_000_000 : 121_000_000;
export const largeFileKills = faultRounds({ full: 20, few: 3 });
export const largeFileTimeout = isFullRun ? 1_800_000 : 300_000;
const totalChunks = Math.ceil(largeFileBytes / chunkBytes);

const head = clipBytes(100_000);
const noise = randomBytes(chunkBytes);

/** Every chunk differs; none is kept. */
function chunkAt(index: number): Buffer {
  const bytes = Buffer.from(noise.subarray(0, Math.min(chunkBytes, largeFileBytes - index * chunkBytes)));
  bytes.writeUInt32BE(index, bytes.length - 4);
  if (index === 0) head.copy(bytes);
  return bytes;
}

/** A client that continues where it was interrupted, after asking what has arrived. */
class Client {
  origin = "";
  sentBytes = 0;
  arrived = 0;
  /** Chunks that were refused for lack of space. */
  refused = 0;
  readonly #cookie: string;

  constructor(cookie: string) {
    this.#cookie = cookie;
  }

  async ask(method: string, path: string, json?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${this.origin}/api/media/chunked-upload/${path}`, {
      method,
      headers: { cookie: this.#cookie, "content-type": "application/json" },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** Sends what is missing until all of it has arrived. @throws when the server is gone, or refuses a chunk */
  async send(): Promise<void> {
    const { body } = await this.ask("GET", "film");
    const received = new Set((body as { received: number[] }).received);
    this.arrived = received.size;
    const missing = Array.from({ length: totalChunks }, (_, index) => index).filter((i) => !received.has(i));
    const work = async () => {
      for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
        const bytes = chunkAt(index);
        this.sentBytes += bytes.length;
        const query = new URLSearchParams({ uploadId: "film", chunkIndex: String(index) });
        const answer = await fetch(`${this.origin}/api/media/chunked-upload/chunk?${query}`, {
          method: "POST",
          headers: { cookie: this.#cookie, "content-type": "application/octet-stream" },
          body: new Uint8Array(bytes),
        });
        if (answer.status === 507) this.refused++;
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
        this.arrived++;
      }
    };
    const calls = await Promise.allSettled(Array.from({ length: callsAtOnce }, work));
    for (const call of calls) if (call.status === "rejected") throw call.reason;
  }

  /** Repeats the call if the connection broke, as the pages do. @returns the answer's status */
  async complete(): Promise<number> {
    for (;;) {
      const { status } = await this.ask("POST", "complete", { uploadId: "film" }).catch(() => ({
        status: 503,
      }));
      if (status !== 503 && status !== 202) return status;
      await delay(500);
    }
  }
}

async function hashOf(key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await getStorage().read(key)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

function expectedHash(): string {
  const hash = createHash("sha256");
  for (let index = 0; index < totalChunks; index++) hash.update(chunkAt(index));
  return hash.digest("hex");
}

/** In MB. */
const peakMemory = (pid: number) =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

export interface FullDisk {
  fill: () => Promise<void>;
  makeRoom: () => Promise<void>;
}

/**
 * Uploads a file of `largeFileBytes` to a server that is killed `largeFileKills` times, the last time while it
 * assembles the file, and expects it to arrive complete with little of it sent twice.
 * @param disk fills up when half of the file has arrived
 */
export async function expectLargeUpload(cookie: string, disk?: FullDisk): Promise<void> {
  const program = await buildBareServer();
  let server: KillableServer = await startKillableServer(program);
  const client = new Client(cookie);
  client.origin = server.origin;
  const facts = {
    ...{ fileName: "film.mp4", fileSize: largeFileBytes, totalChunks, uploadId: "film" },
    ...{ year: 2024, month: 7 },
  };
  expect((await client.ask("POST", "init", facts)).status).toBe(201);
  const peaks: number[] = [];
  for (let kill = 1; kill <= largeFileKills; kill++) {
    if (disk && kill === Math.ceil(largeFileKills / 2)) {
      await disk.fill();
      await expect(client.send()).rejects.toThrow("507");
      await disk.makeRoom();
    }
    const isLast = kill === largeFileKills;
    const sending = client.send().catch(() => {});
    const enough = isLast ? totalChunks : Math.floor((totalChunks * kill) / largeFileKills) - 1;
    while (client.arrived < enough) await delay(pollMs);
    if (isLast) {
      await sending;
      void client.ask("POST", "complete", { uploadId: "film" }).catch(() => {});
    }
    await delay(randomInt(isFullRun ? 200 : 15));
    peaks.push(peakMemory(server.pid));
    await server.kill();
    await sending;
    server = await startKillableServer(program);
    client.origin = server.origin;
  }
  await client.send();
  expect(await client.complete()).toBeLessThan(202);
  peaks.push(peakMemory(server.pid));
  await server.kill();

  const row = await db.media.findFirstOrThrow({ select: { bytes: true, sha256: true, storagePath: true } });
  expect([Number(row.bytes), row.sha256]).toEqual([largeFileBytes, expectedHash()]);
  expect(await hashOf(row.storagePath)).toBe(row.sha256);
  // What was being sent when the server was killed or the disk was full.
  const interruptions = largeFileKills + (disk ? 1 : 0);
  expect(client.sentBytes - largeFileBytes).toBeLessThanOrEqual(interruptions * callsAtOnce * chunkBytes);
  expect(client.refused > 0).toBe(Boolean(disk));
  console.log(
    `${Math.round((client.sentBytes - largeFileBytes) / mebibyte)} MB were sent twice; peaks of memory: ${peaks.map((peak) => Math.round(peak)).join(", ")} MB`,
  );
}
