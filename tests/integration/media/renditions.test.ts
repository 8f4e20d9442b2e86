import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MediaItemDto } from "@/lib/album/media/schema";
import {
  deriveMedia,
  makeSmallRendition,
  smallRenditionTask,
  transcodeMedia,
  transcodeTask,
} from "@/lib/album/media/server/derivatives-service";
import { rebuildThumbnails } from "@/lib/album/media/server/rebuild-service";
import { databasePool, db } from "@/lib/db";
import { probeVideo } from "@/lib/platform/video/probe";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let folder: string;
let owner: FamilyPerson;
/** 125 s of 640 x 480. */
let long: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/keepsake-renditions-`);
  owner = await createOwner({ tier: "premium" });
  long = await film("long.avi", "640x480", 125);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function film(
  name: string,
  size: string,
  seconds: number,
  encode = ["-c:v", "mpeg4"],
): Promise<Buffer> {
  const picture = `testsrc2=s=${size}:r=1:d=${seconds}`;
  return readFile(await makeClip(path.join(folder, name), { picture, sound: null, encode }));
}

let uploads = 0;
/** Makes each of a family's videos unique: nothing reads what follows the last frame. */
async function upload(content: Buffer, as = owner): Promise<MediaItemDto> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ year: "2024", month: "7", fileType: "video" })) {
    form.set(name, value);
  }
  const bytes = Buffer.concat([content, Buffer.from(`${++uploads}`)]);
  form.set("fileData", new Blob([new Uint8Array(bytes)]), "film.avi");
  const answer = await call<MediaItemDto>("POST", "/api/media", { cookie: as.cookie, body: form });
  expect(answer.status).toBe(201);
  return answer.body;
}

const stream = (id: string, query = "", as: Pick<FamilyPerson, "cookie"> = owner) =>
  call("GET", `/api/video/stream/${id}${query}`, { cookie: as.cookie });

/** The short side of the streamed video, or the status if there is none. */
async function shown(id: string, query = ""): Promise<number> {
  const { status, bytes } = await stream(id, query);
  if (status !== 200) return status;
  const file = path.join(folder, "streamed.mp4");
  await writeFile(file, bytes);
  const { width, height, isWebPlayable } = await probeVideo(file);
  expect(isWebPlayable).toBe(true);
  expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  return Math.min(width, height);
}
const allShown = async (id: string) => [
  await shown(id),
  await shown(id, "?quality=360"),
  await shown(id, "?quality=720"),
];

const stateOf = (id: string) =>
  db.media.findUniqueOrThrow({ where: { id }, select: { playable: true, playableSmall: true } });

/** Whether ffmpeg has written a part of a rendition. */
async function isEncoding(): Promise<boolean> {
  const scratch = path.join(process.env.DATA_DIR ?? "", "scratch");
  const names = (await readdir(scratch).catch(() => [])).filter((name) => name.endsWith(".mp4"));
  const sizes = await Promise.all(
    names.map((name) => stat(path.join(scratch, name)).then(({ size }) => size)),
  );
  return sizes.some((size) => size > 0);
}

/** The tasks queued for an item, in the order they run. */
async function queued(id: string): Promise<string[]> {
  const { rows } = await databasePool().query<{ task: string }>(
    `SELECT j.task_identifier AS task FROM graphile_worker.jobs j WHERE j.key LIKE '%' || $1
     ORDER BY j.priority, j.run_at, j.id`,
    [id],
  );
  return rows.map(({ task }) => task);
}

describe("a long video", () => {
  test("plays at 360p first, then at both qualities, with its index first, and its item says so", async () => {
    const { id, playable, playableSmall } = await upload(long);
    expect([playable, playableSmall]).toEqual(["pending", "none"]);
    expect(await deriveMedia(id)).toBe("ready");
    expect(await stateOf(id)).toEqual({ playable: "pending", playableSmall: "pending" });
    expect((await queued(id)).filter((task) => task.startsWith("media.transcode"))).toEqual([
      "media.transcode-small",
      "media.transcode",
    ]);
    expect(await allShown(id)).toEqual([503, 503, 503]);

    await makeSmallRendition(id);
    expect(await allShown(id)).toEqual([360, 360, 503]);
    const early = await call<MediaItemDto>("GET", `/api/media/${id}`, { cookie: owner.cookie });
    expect(early.body).toMatchObject({ playable: "pending", playableSmall: "ready" });

    await transcodeMedia(id);
    expect(await allShown(id)).toEqual([480, 360, 480]);
    expect(await stateOf(id)).toEqual({ playable: "ready", playableSmall: "ready" });
    const [full, small] = [await stream(id), await stream(id, "?quality=360")];
    expect(small.headers.get("etag")).not.toBe(full.headers.get("etag"));
    const part = await call("GET", `/api/video/stream/${id}?quality=360`, {
      cookie: owner.cookie,
      headers: { Range: "bytes=100-199" },
    });
    expect([part.status, part.bytes.equals(small.bytes.subarray(100, 200))]).toEqual([206, true]);
    // A second request makes nothing again.
    await makeSmallRendition(id);
    const { smallAttempts } = await db.media.findUniqueOrThrow({ where: { id } });
    expect(smallAttempts).toBe(1);
  });

  test("whose 360p can't be made plays at 720p, and both are retried when asked for", async () => {
    const { id } = await upload(long);
    await deriveMedia(id);
    await db.media.updateMany({ where: { id }, data: { smallAttempts: 3 } });
    await makeSmallRendition(id);
    expect(await stateOf(id)).toEqual({ playable: "pending", playableSmall: "failed" });
    await transcodeMedia(id);
    expect(await allShown(id)).toEqual([480, 422, 480]);

    const again = await call("POST", `/api/media/${id}/retry`, { cookie: owner.cookie });
    expect(again).toMatchObject({ status: 202, body: { playable: "ready", playableSmall: "pending" } });
    await makeSmallRendition(id);
    expect(await shown(id, "?quality=360")).toBe(360);
  });

  test("whose 720p can't be made still plays at 360p", async () => {
    const { id } = await upload(long);
    await deriveMedia(id);
    await makeSmallRendition(id);
    await db.media.updateMany({ where: { id }, data: { playable: "failed" } });
    const answer = await stream(id, "?quality=720");
    expect(answer.status).toBe(422);
    expectErrorBody(answer);
    expect(await shown(id)).toBe(360);
  });

  test("from before there were two renditions gets its 360p after a start and when it is rebuilt", async () => {
    for (const begin of [
      async () => workOffQueue(),
      async (id: string) => {
        expect(await rebuildThumbnails(id)).toBe(true);
        await workOffQueue();
      },
    ]) {
      const { id } = await upload(long);
      await deriveMedia(id);
      await transcodeMedia(id);
      await db.media.updateMany({ where: { id }, data: { playableSmall: "none" } });
      await begin(id);
      expect(await stateOf(id)).toEqual({ playable: "ready", playableSmall: "ready" });
      expect(await shown(id, "?quality=360")).toBe(360);
    }
  });

  test("left half-done by a stopped server is completed by the next", async () => {
    const { id } = await upload(long);
    await deriveMedia(id);
    await makeSmallRendition(id);
    await databasePool().query("DELETE FROM graphile_worker._private_jobs");
    await workOffQueue();
    expect(await allShown(id)).toEqual([480, 360, 480]);
  });

  test("interrupted by a stopping worker uses up no attempt, and is made by the next", async () => {
    const { id } = await upload(await film("slow.avi", "1280x720", 400));
    await deriveMedia(id);
    const attempts = () =>
      db.media.findUniqueOrThrow({ where: { id }, select: { smallAttempts: true, transcodeAttempts: true } });
    for (const task of [smallRenditionTask, transcodeTask]) {
      const stopping = new AbortController();
      const running = task.run({ mediaId: id }, { attempt: 1, signal: stopping.signal });
      const stopped = expect(running).rejects.toThrow("The worker stops");
      await until(isEncoding);
      expect(Object.values(await attempts()).sort()).toEqual([0, 1]);
      stopping.abort(new Error("The worker stops"));
      await stopped;
      expect(await stateOf(id)).toEqual({ playable: "pending", playableSmall: "pending" });
      expect(await attempts()).toEqual({ smallAttempts: 0, transcodeAttempts: 0 });
    }
    await workOffQueue();
    expect(await allShown(id)).toEqual([720, 360, 720]);
  });

  test("counts only its original, and leaves nothing when it is erased", async () => {
    const person = await createOwner({ tier: "premium" });
    const before = new Set(await storedKeys("families/"));
    const { id, bytes } = await upload(long, person);
    await workOffQueue();
    expect((await storedKeys("families/")).filter((key) => !before.has(key))).toHaveLength(5);
    const { storageBytes } = await db.family.findUniqueOrThrow({
      where: { id: person.familyId },
      select: { storageBytes: true },
    });
    expect(Number(storageBytes)).toBe(bytes);
    await call("DELETE", `/api/media/${id}`, { cookie: person.cookie });
    expect((await stream(id, "?quality=360", person)).status).toBe(404);
    expect((await call("DELETE", `/api/media/trash/${id}`, { cookie: person.cookie })).status).toBeLessThan(
      300,
    );
    expect(new Set(await storedKeys("families/"))).toEqual(before);
  });
});

test.each([
  ["shorter than two minutes", "640x480", 115],
  ["no larger than 360p", "480x360", 125],
])("a video %s has one rendition, at every quality", async (_, size, seconds) => {
  const { id } = await upload(await film("one.avi", size, seconds));
  await deriveMedia(id);
  expect(await stateOf(id)).toEqual({ playable: "pending", playableSmall: "none" });
  await makeSmallRendition(id);
  await transcodeMedia(id);
  const side = Number(size.split("x")[1]);
  expect(await allShown(id)).toEqual([side, side, side]);
});

test("a long 1080p video that browsers can play is still made smaller", async () => {
  const { id } = await upload(await film("web.mp4", "1920x1080", 121, h264));
  await workOffQueue();
  expect(await allShown(id)).toEqual([720, 360, 720]);
});

test("an unknown quality is refused by its name; strangers learn no more", async () => {
  const { id } = await upload(long);
  await workOffQueue();
  for (const quality of ["1080", "", "360p", "720&quality=low", "0x168"]) {
    const answer = await stream(id, `?quality=${quality}`);
    expect([quality, answer.status, answer.body.field]).toEqual([quality, 400, "quality"]);
    expectErrorBody(answer);
  }
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const stranger = await createOwner();
  for (const quality of ["360", "720"]) {
    expect((await stream(id, `?quality=${quality}`, child)).status).toBe(200);
    expect((await stream(id, `?quality=${quality}`, stranger)).status).toBe(404);
    expect((await call("GET", `/api/video/stream/${id}?quality=${quality}`)).status).toBe(401);
  }
});
