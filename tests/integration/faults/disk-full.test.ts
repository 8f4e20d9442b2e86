import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deriveMedia, transcodeMedia } from "@/lib/album/media/server/derivatives-service";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { type Answer, call } from "@/tests/support/call";
import { chunkBytes, chunkOf, completeUpload, initUpload, sendChunk } from "@/tests/support/chunks";
import { makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { faultRounds } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { clipBytes, plainPicture } from "@/tests/support/pictures";
import { withSmallDisk } from "@/tests/support/small-disk";
import { act, importCall, readImport, work, zipOf } from "@/tests/support/takeouts";

const disk = await withSmallDisk(48);
if (!disk) console.warn("SKIPPED: a full disk needs a tmpfs, which only root may mount.");
// Set before the settings are first read: only the files are on this disk.
else process.env.DATA_DIR = disk.folder;
const testWithDisk = disk ? test : test.skip;

withTestDatabase({ keepsRows: true });

const rounds = faultRounds({ full: 20, few: 2 });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let owner: FamilyPerson;
const acknowledged = new Map<string, string>();
const counted = { kept: 0, refused: 0 };

/** Expects a 507 with a message, and no other failure. */
function expectFull(answer: Answer<unknown>): void {
  expectErrorBody(answer);
  const { code, message } = answer.body as { code: string; message: string };
  expect([answer.status, code]).toEqual([507, "storage_full"]);
  expect(message).toContain("disk is full");
  counted.refused++;
}

/** Its rendition takes some hundred kilobytes. */
async function longClip(): Promise<Buffer> {
  const folder = await mkdtemp(`${tmpdir()}/keepsake-clip-`);
  try {
    const picture = "testsrc2=s=640x480:r=5:d=20";
    const encode = ["-c:v", "mpeg4"];
    return await readFile(await makeClip(path.join(folder, "film.avi"), { picture, sound: null, encode }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Try {
  content: Buffer;
  send: () => Promise<Answer<{ id: string }>>;
}

async function newPicture(): Promise<Buffer> {
  return Buffer.concat([await plainPicture("jpeg", 640, 480), randomBytes(randomInt(100_000, 900_000))]);
}

async function single(): Promise<Try> {
  const content = await newPicture();
  const fileData = content.toString("base64");
  const json = { fileName: "beach.jpg", fileType: "image", year: 2024, month: 3, fileData };
  return { content, send: () => call("POST", "/api/media", { cookie: owner.cookie, json }) };
}

async function form(): Promise<Try> {
  const content = await newPicture();
  const send = () => {
    const body = new FormData();
    body.set("year", "2024");
    body.set("month", "4");
    body.set("fileType", "image");
    body.set("fileData", new Blob([new Uint8Array(content)]), "beach.jpg");
    return call<{ id: string }>("POST", "/api/media", { cookie: owner.cookie, body });
  };
  return { content, send };
}

async function chunked(): Promise<Try> {
  const content = clipBytes(randomInt(chunkBytes, 2 * chunkBytes));
  const uploadId = `film ${randomUUID()}`;
  const send = async () => {
    const begun = await initUpload(owner, uploadId, content.length);
    expect(begun.status).toBeLessThan(300);
    for (let index = 0; index < begun.body.totalChunks; index++) {
      if (begun.body.received.includes(index)) continue;
      const answer = await sendChunk(owner, uploadId, index, chunkOf(content, index));
      if (answer.status !== 200) return answer as unknown as Answer<{ id: string }>;
    }
    return completeUpload(owner, uploadId);
  };
  return { content, send };
}

async function attempt({ content, send }: Try): Promise<boolean> {
  const answer = await send();
  if (answer.status >= 400) {
    expectFull(answer);
    return false;
  }
  acknowledged.set(answer.body.id, sha256(content));
  counted.kept++;
  return true;
}

/** Derives everything waiting as the worker would: the pictures' derivatives, and no more tries than that. */
async function deriveAll(): Promise<number> {
  const waiting = await db.media.findMany({
    where: { derivatives: "pending", mediaType: "image" },
    select: { id: true },
  });
  let isFull = 0;
  for (const { id } of waiting) {
    // As often as the queue would retry within minutes.
    for (let tries = 0; tries < 5; tries++) {
      try {
        expect(await deriveMedia(id)).toBe("ready");
        break;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        expect(error.code).toBe("full");
        isFull++;
      }
    }
  }
  return isFull;
}

testWithDisk(
  `a disk that fills up ${rounds} times: 507 in words, no row, and everything goes on once there is room`,
  async () => {
    if (!disk) return;
    await getStorage().verifyRoot({ expectExisting: false });
    owner = await createOwner({ tier: "premium" });
    let timesWithoutRoom = 0;
    for (let round = 0; round < rounds; round++) {
      const tries = [await single(), await form(), await chunked(), await single()];
      // The first round has room for the first of them but not the film; later ones, from nothing at all to that.
      await disk.fill(round === 0 ? 1_000_000 : randomInt(3) * randomInt(500_000));
      const before = await db.media.count();
      const isKept = [];
      for (const one of tries) isKept.push(await attempt(one));
      expect(await db.media.count()).toBe(before + isKept.filter(Boolean).length);
      await disk.fill(0);
      timesWithoutRoom += await deriveAll();
      const { orphans } = await expectInvariants({ acknowledged });
      expect(orphans).toEqual([]);

      await disk.makeRoom();
      for (const [at, one] of tries.entries()) if (!isKept[at]) expect(await attempt(one)).toBe(true);
      expect(await deriveAll()).toBe(0);
      expect(await db.media.count({ where: { mediaType: "image", derivatives: { not: "ready" } } })).toBe(0);
      await expectInvariants({ acknowledged });
      // The disk is small, and permanently deleting the items frees space as well.
      await removeAll();
    }
    expect(counted.refused).toBeGreaterThanOrEqual(rounds);
    expect(timesWithoutRoom).toBeGreaterThan(0);
  },
  60_000 + rounds * 20_000,
);

async function removeAll(): Promise<void> {
  const rows = await db.media.findMany({ select: { id: true } });
  acknowledged.clear();
  await db.media.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
  // An upload is remembered for a day, before which nothing is really deleted; without its item it would count as open.
  await db.upload.deleteMany();
  for await (const { key } of getStorage().list("families/")) await getStorage().delete(key);
}

testWithDisk(
  "an import pauses on a full disk, says why, and adds everything once there is room",
  async () => {
    if (!disk) return;
    owner = await createOwner({ tier: "premium" });
    const files: Record<string, Buffer> = {};
    for (let at = 0; at < 3; at++)
      files[`Takeout/Google Photos/Photos from 2024/${at}.jpg`] = await newPicture();
    const dry = await readImport(owner, [await zipOf(files)]);
    await act(owner, dry.id, "start");
    await disk.fill(100_000);
    await work(dry.id);
    expect((await importCall(owner, "GET", `/${dry.id}`)).body).toMatchObject({
      state: "paused",
      reason: "disk_full",
    });
    const { orphans } = await expectInvariants({ acknowledged });
    expect(orphans).toEqual([]);
    await disk.makeRoom();
    await act(owner, dry.id, "resume");
    await work(dry.id);
    const done = (await importCall(owner, "GET", `/${dry.id}`)).body;
    expect(done).toMatchObject({ state: "done", addedCount: 3, failedCount: 0, knownCount: 0 });
    await expectInvariants({ acknowledged });
    await removeAll();
  },
);

testWithDisk(
  "a video whose rendition has no room uses up no attempt, and is made once there is room",
  async () => {
    if (!disk) return;
    owner = await createOwner({ tier: "premium" });
    const body = new FormData();
    for (const [name, value] of Object.entries({ year: "2024", month: "7", fileType: "video" })) {
      body.set(name, value);
    }
    body.set("fileData", new Blob([new Uint8Array(await longClip())]), "film.avi");
    const { id } = (await call<{ id: string }>("POST", "/api/media", { cookie: owner.cookie, body })).body;
    expect(await deriveMedia(id)).toBe("ready");
    const select = { playable: true, transcodeAttempts: true };
    const readState = () => db.media.findUniqueOrThrow({ where: { id }, select });
    for (const freeBytes of [0, 20_000, 100_000]) {
      await disk.fill(freeBytes);
      await expect(transcodeMedia(id)).rejects.toThrow(/space|full/);
      expect(await readState()).toEqual({ playable: "pending", transcodeAttempts: 0 });
      await disk.makeRoom();
    }
    await transcodeMedia(id);
    expect(await readState()).toMatchObject({ playable: "ready" });
    await removeAll();
  },
);

testWithDisk("a disk that is not mounted stops the start, and nothing is taken for missing", async () => {
  if (!disk) return;
  await disk.unmount();
  await expect(getStorage().verifyRoot({ expectExisting: true })).rejects.toMatchObject({
    code: "unmounted",
  });
});
