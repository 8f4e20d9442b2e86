import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { rebuildThumbnails } from "@/lib/album/media/server/rebuild-service";
import { probeVideo } from "@/lib/platform/video/probe";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { microVideoJpeg, motionHeic, motionJpeg, samsungJpeg } from "@/tests/support/motion-photos";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let folder: string;
let clip: Buffer;
let owner: FamilyPerson;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-motion-"));
  const encode = [...h264, "-metadata", "location=+51.5000-000.1200/"];
  clip = await readFile(await makeClip(path.join(folder, "clip.mp4"), { encode }));
  owner = await createOwner({ tier: "premium" });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The same clip with different bytes. */
const anotherClip = async () => Buffer.concat([clip, Buffer.from("\0\0\0\x10free"), randomBytes(8)]);

async function upload(content: Buffer, fileName: string): Promise<string> {
  const json = { fileName, fileType: "image", year: 2024, month: 7, fileData: content.toString("base64") };
  const answer = await call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, json });
  expect([answer.status, answer.body.playable]).toEqual([201, "none"]);
  return answer.body.id;
}

const stream = (id: string, cookie?: string, headers = {}) =>
  call("GET", `/api/video/stream/${id}`, { ...(cookie ? { cookie } : {}), headers });
const itemOf = async (id: string) =>
  (await call<MediaItemDto>("GET", `/api/media/${id}`, { cookie: owner.cookie })).body;

test.each([
  ["a Motion Photo 1.0", "jpg", (bytes: Buffer) => motionJpeg(bytes)],
  ["a MicroVideo", "jpg", (bytes: Buffer) => microVideoJpeg(bytes)],
  ["a Samsung's JPEG", "jpg", (bytes: Buffer) => samsungJpeg(bytes)],
  ["a HEIC", "heic", async (bytes: Buffer) => motionHeic(bytes)],
])("the clip in %s plays, without its place; the photo stays one whole item", async (_, extension, make) => {
  const photo = await make(clip);
  const id = await upload(photo, `IMG_1.${extension}`);
  expect((await stream(id, owner.cookie)).status).toBe(404);
  await workOffQueue();

  const item = await itemOf(id);
  expect(item).toMatchObject({
    mediaType: "image",
    derivatives: "ready",
    playable: "ready",
    durationMs: null,
  });
  const child = await createMember(owner.familyId, "member", { isChild: true });
  for (const { cookie } of [owner, child]) {
    const played = await stream(id, cookie);
    expect([played.status, played.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(played.bytes.includes("+51.5")).toBe(false);
    expect((await stream(id, cookie, { range: "bytes=0-9" })).status).toBe(206);
  }
  const played = path.join(folder, `${id}.mp4`);
  await writeFile(played, (await stream(id, owner.cookie)).bytes);
  expect(await probeVideo(played)).toMatchObject({ hasWebCodecs: true });

  const download = await call("GET", `/api/media/${id}/download`, { cookie: owner.cookie });
  expect(download.bytes.equals(photo)).toBe(true);
});

test("another family's is not found, and a stranger has to sign in", async () => {
  const id = await upload(await samsungJpeg(await anotherClip()), "IMG_2.jpg");
  await workOffQueue();
  const other = await createOwner();
  expect((await stream(id, other.cookie)).status).toBe(404);
  expect((await stream(id)).status).toBe(401);
  expect((await stream(id, owner.cookie)).status).toBe(200);
});

test("a photo without a clip has nothing to play", async () => {
  const id = await upload(await tinyPicture(), "IMG_3.jpg");
  await workOffQueue();
  expect((await itemOf(id)).playable).toBe("none");
  expect((await stream(id, owner.cookie)).status).toBe(404);
});

test("a photo whose clip can't be played is still shown", async () => {
  const id = await upload(await motionJpeg(clipBytes(5_000)), "IMG_4.jpg");
  await workOffQueue();
  expect(await itemOf(id)).toMatchObject({ derivatives: "ready", playable: "failed" });
  expect((await stream(id, owner.cookie)).status).toBe(422);
  const medium = await call("GET", `/api/images/medium/${id}`, { cookie: owner.cookie });
  expect(medium.status).toBe(200);
});

test("one that was already in the album gets its clip when its small pictures are made again", async () => {
  const { id } = await storeMedia(owner, { content: await samsungJpeg(await anotherClip()) });
  expect((await itemOf(id)).playable).toBe("none");
  expect(await rebuildThumbnails(id)).toBe(true);
  await workOffQueue();
  expect((await itemOf(id)).playable).toBe("ready");
  expect((await stream(id, owner.cookie)).status).toBe(200);
});

test("in the trash it no longer plays", async () => {
  const id = await upload(await microVideoJpeg(await anotherClip()), "IMG_5.jpg");
  await workOffQueue();
  expect((await call("DELETE", `/api/media/${id}`, { cookie: owner.cookie })).status).toBeLessThan(300);
  expect((await stream(id, owner.cookie)).status).toBe(404);
});
