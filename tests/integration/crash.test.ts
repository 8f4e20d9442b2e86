import { createHash, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { chunkBytes, chunkOf } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { buildBareServer, type KillableServer, startKillableServer } from "@/tests/support/killable-server";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage();

/** quality.md asks for 200; a run of all tests takes fewer. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 20);
const latestKillMs = 700;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let owner: FamilyPerson;
/** What the server said it keeps: SHA-256 by id. */
const acknowledged = new Map<string, string>();
const counted = { singles: 0, chunked: 0, brokenOff: 0 };

interface StartedUpload {
  uploadId: string;
  content: Buffer;
}

async function post<T>(
  server: KillableServer,
  path: string,
  json: unknown,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.origin}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: owner.cookie },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: (await response.json()) as T };
}

async function uploadSingle(server: KillableServer): Promise<void> {
  const content = Buffer.concat([await tinyPicture(), Buffer.alloc(randomInt(400_000))]);
  const { status, body } = await post<{ id: string }>(server, "/api/media", {
    fileName: "beach.jpg",
    fileType: "image",
    year: 2024,
    month: randomInt(1, 4),
    description: "#sea",
    fileData: content.toString("base64"),
  });
  expect(status).toBe(201);
  acknowledged.set(body.id, sha256(content));
  counted.singles++;
}

/** Begins an upload or goes on with it, as clients do, up to its item. */
async function carryOut(server: KillableServer, { uploadId, content }: StartedUpload): Promise<void> {
  const base = "/api/media/chunked-upload";
  const begun = await post<{ received: number[]; totalChunks: number }>(server, `${base}/init`, {
    fileName: "film.mp4",
    fileSize: content.length,
    totalChunks: Math.ceil(content.length / chunkBytes),
    uploadId,
    year: 2024,
    month: 7,
  });
  expect([200, 201]).toContain(begun.status);
  for (let chunkIndex = 0; chunkIndex < begun.body.totalChunks; chunkIndex++) {
    if (begun.body.received.includes(chunkIndex)) continue;
    const chunkData = `data:application/octet-stream;base64,${chunkOf(content, chunkIndex).toString("base64")}`;
    expect((await post(server, `${base}/chunk`, { uploadId, chunkIndex, chunkData })).status).toBe(200);
  }
  const { status, body } = await post<{ id: string }>(server, `${base}/complete`, { uploadId });
  expect([200, 201]).toContain(status);
  acknowledged.set(body.id, sha256(content));
}

let films = 0;
const newFilm = (): StartedUpload => ({
  uploadId: `film ${++films}`,
  content: clipBytes(randomInt(chunkBytes / 2, 3 * chunkBytes)),
});

/** What fetch throws for a broken connection, also in the middle of an answer; by name, as it isn't our realm's. */
const isLost = (error: unknown) => ["TypeError", "SyntaxError"].includes((error as Error)?.name);

/** Repeats until the server is gone; whatever else goes wrong is a failure. */
async function untilKilled(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      if (!isLost(error)) throw error;
      counted.brokenOff++;
      return;
    }
  }
}

/** I1, I2 and the counters. */
async function expectInvariants(): Promise<void> {
  for (const [id, sum] of acknowledged) {
    const { status, bytes } = await call("GET", `/api/media/${id}/download`, { cookie: owner.cookie });
    expect([id, status, sha256(bytes)]).toEqual([id, 200, sum]);
  }
  const rows = await db.media.findMany({ select: { id: true, storagePath: true, bytes: true, month: true } });
  for (const row of rows) {
    expect([row.id, await getStorage().stat(row.storagePath)]).toEqual([row.id, { bytes: row.bytes }]);
  }
  const months = await db.mediaMonth.findMany({ select: { month: true, itemCount: true } });
  for (const { month, itemCount } of months) {
    expect([month, itemCount]).toEqual([month, rows.filter((row) => row.month === month).length]);
  }
  expect(months.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(rows.length);
  const { storageBytes } = await db.family.findFirstOrThrow({ select: { storageBytes: true } });
  expect(Number(storageBytes)).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0));
}

test(
  `killed at ${rounds} random moments, the server keeps every upload it acknowledged and counts right`,
  async () => {
    owner = await createOwner();
    const program = await buildBareServer();
    let interrupted: StartedUpload | null = null;
    for (let round = 0; round < rounds; round++) {
      const server = await startKillableServer(program);
      let film: StartedUpload = interrupted ?? newFilm();
      const work = [
        untilKilled(() => uploadSingle(server)),
        untilKilled(() => uploadSingle(server)),
        untilKilled(async () => {
          await carryOut(server, film);
          counted.chunked++;
          film = newFilm();
        }),
      ];
      await delay(randomInt(30, latestKillMs));
      await server.kill();
      await Promise.all(work);
      interrupted = film;
    }
    // What the last kill interrupted is finished by the next server.
    const server = await startKillableServer(program);
    if (interrupted) await carryOut(server, interrupted);
    await server.kill();
    await expectInvariants();
    // The rounds were worth something: work was done, and work was cut off.
    expect(counted.singles).toBeGreaterThan(rounds / 4);
    expect(counted.chunked).toBeGreaterThan(0);
    expect(counted.brokenOff).toBe(3 * rounds);
    const files = (await storedKeys("families/")).filter((key) => key.includes("/originals/"));
    expect(files.length).toBeGreaterThanOrEqual(acknowledged.size);
  },
  30_000 + rounds * 6000,
);
