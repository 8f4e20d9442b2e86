import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { type Answer, call } from "@/tests/support/call";
import { askProgress, cancelUpload, initUpload, sendRawChunk } from "@/tests/support/chunks";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { heifPicture, plainPicture } from "@/tests/support/pictures";
import { stagedFiles, storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const unsupported = "Unsupported file type. Please upload an image or video file.";
const cantBeShown =
  "This file can't be shown. The original is safe and can be downloaded; an admin can try again.";

let owner: FamilyPerson;
let folder: string;
beforeAll(async () => {
  owner = await createOwner({ tier: "premium" });
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-odd-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function upload(content: Buffer, fileName: string): Promise<Answer<MediaItemDto>> {
  const form = new FormData();
  const fields = { year: "2024", month: "7", fileType: /\.(?:mp4|mov)$/.test(fileName) ? "video" : "image" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("fileData", new Blob([new Uint8Array(content)]), fileName);
  return call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, body: form });
}
const get = (address: string) => call("GET", address, { cookie: owner.cookie });

/** Uploads a file and checks that the same bytes come back, whatever they are. */
async function uploadAndKeep(content: Buffer, fileName: string): Promise<MediaItemDto> {
  const answer = await upload(content, fileName);
  expect([fileName, answer.status]).toEqual([fileName, 201]);
  await workOffQueue();
  const { id } = answer.body;
  expect((await get(`/api/media/${id}/download`)).bytes.equals(content)).toBe(true);
  return (await get(`/api/media/${id}`)).body as unknown as MediaItemDto;
}

const film = async (name: string, encode: string[] = h264, options: object = {}) =>
  readFile(await makeClip(path.join(folder, name), { ...options, encode }));

describe("a file with the wrong extension", () => {
  test("is treated as what it is", async () => {
    for (const [content, name, mimeType] of [
      [await plainPicture("png", 41, 30), "clip.mp4", "image/png"],
      [await plainPicture("webp", 42, 30), "photo.jpg", "image/webp"],
      [heifPicture("plain"), "IMG_0001.JPG", "image/heic"],
      [await film("a.mp4"), "photo.heic", "video/mp4"],
    ] as const) {
      const item = await uploadAndKeep(content, name);
      expect([name, item.mimeType, item.derivatives]).toEqual([name, mimeType, "ready"]);
      expect((await get(`/api/images/thumbnail/${item.id}`)).status).toBe(200);
    }
  });

  test.each(["holiday.jpg", "holiday.heic", "holiday.mp4", "holiday.dng", "holiday.jxl"])(
    "that no album accepts, as %s, is refused with a message and leaves nothing",
    async (name) => {
      const before = await storedKeys();
      for (const content of [
        Buffer.from("Dear diary, this is no picture. ".repeat(200)),
        Buffer.from("%PDF-1.7\n".repeat(200)),
        Buffer.alloc(1_000_000),
      ]) {
        const answer = await upload(content, name);
        expect([answer.status, answer.body]).toEqual([
          415,
          expect.objectContaining({ error: unsupported, field: "fileType" }),
        ]);
        expectErrorBody(answer);
      }
      expect(await storedKeys()).toEqual(before);
    },
  );
});

test("four gigabytes of zeros named .heic are refused with their first chunk, and none of it is stored", async () => {
  const [fileSize, chunk] = [4_200_000_000, 8 * 1024 * 1024];
  const before = await storedKeys();
  const totalChunks = Math.ceil(fileSize / chunk);
  expect((await initUpload(owner, "zeros", fileSize, { fileName: "zeros.heic", totalChunks })).status).toBe(
    201,
  );
  const refused = await sendRawChunk(owner, "zeros", 0, Buffer.alloc(chunk));
  expect([refused.status, refused.body]).toEqual([415, expect.objectContaining({ error: unsupported })]);
  expectErrorBody(refused);
  expect((await askProgress(owner, "zeros")).body.received).toEqual([]);
  expect((await cancelUpload(owner, "zeros")).status).toBeLessThan(300);
  expect([await storedKeys(), await stagedFiles()]).toEqual([before, []]);
});

test("a truncated file is stored, and shown as far as it goes or marked as unshowable", async () => {
  const noise = { r: 128, g: 128, b: 128 };
  const photo = await sharp({
    create: {
      ...{ width: 300, height: 200, channels: 3, background: noise },
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const heic = heifPicture("plain");
  const faststart = await film("cut.mp4", [...h264, "-movflags", "+faststart"]);
  const unfinished = await film("unfinished.mp4");
  for (const [whole, name, states] of [
    [photo, "cut.jpg", ["ready"]],
    [heic, "cut.heic", ["failed"]],
    [faststart, "cut.mp4", ["ready"]],
    [unfinished, "unfinished.mp4", ["failed"]],
  ] as const) {
    const item = await uploadAndKeep(whole.subarray(0, Math.floor(whole.length * 0.6)), name);
    expect([name, states]).toEqual([name, expect.arrayContaining([item.derivatives])]);
    const picture = await get(`/api/images/medium/${item.id}`);
    expect([name, picture.status]).toEqual([name, item.derivatives === "ready" ? 200 : 422]);
    if (picture.status === 422) expect(picture.body).toMatchObject({ error: cantBeShown });
    if (item.mediaType === "video") expect(item.playable).toBe(item.derivatives);
  }
});

test("a video without a picture is stored and marked as unshowable", async () => {
  const options = { picture: "sine=d=2", sound: null };
  for (const [name, encode] of [
    ["voice.mov", ["-c:a", "aac", "-f", "mov"]],
    ["voice.mp4", ["-c:a", "aac", "-f", "mp4"]],
  ] as const) {
    const { id, ...item } = await uploadAndKeep(await film(name, [...encode], options), name);
    expect(item).toMatchObject({ mediaType: "video", derivatives: "failed", playable: "failed" });
    for (const address of [`/api/video/stream/${id}`, `/api/video/thumbnail/${id}`]) {
      const answer = await get(address);
      expect([answer.status, answer.body.error]).toEqual([422, cantBeShown]);
    }
  }
});

test("a video of zero length is shown and plays", async () => {
  const still = await film("still.mp4", [...h264, "-frames:v", "1"], { sound: null });
  const item = await uploadAndKeep(still, "still.mp4");
  expect(item).toMatchObject({ derivatives: "ready", playable: "ready", playableSmall: "none" });
  expect(item.durationMs).toBeLessThan(100);
  expect((await get(`/api/video/stream/${item.id}`)).status).toBe(200);
  expect((await get(`/api/images/medium/${item.id}`)).status).toBe(200);
});

test("a picture 65,535 pixels wide is shown; one that is just as high is stored and marked as unshowable", async () => {
  const create = { width: 65_535, height: 12, channels: 3 as const, background: "teal" };
  const wide = await uploadAndKeep(await sharp({ create }).png().toBuffer(), "panorama.png");
  expect(wide).toMatchObject({ derivatives: "ready", width: 65_535, height: 12 });
  expect((await get(`/api/images/thumbnail/${wide.id}`)).status).toBe(200);
  // Headers that claim 65,535 x 65,535: 4,294,836,225 pixels.
  const png = await sharp({ create: { ...create, width: 40 } })
    .png()
    .toBuffer();
  png.writeUInt32BE(65_535, 16);
  png.writeUInt32BE(65_535, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  const jpeg = await sharp({ create: { ...create, width: 41 } })
    .jpeg()
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(65_535, frame + 5);
  jpeg.writeUInt16BE(65_535, frame + 7);
  for (const [content, name] of [
    [png, "huge.png"],
    [jpeg, "huge.jpg"],
  ] as const) {
    const huge = await uploadAndKeep(content, name);
    expect([name, huge.derivatives]).toEqual([name, "failed"]);
    const answer = await get(`/api/images/thumbnail/${huge.id}`);
    expect([name, answer.status, answer.body.error]).toEqual([name, 422, cantBeShown]);
  }
});

test("animated WebP and GIF move in the medium size and are still in thumbnails; an AVIF is shown", async () => {
  const frames = await Promise.all([plainPicture("png", 44, 30), plainPicture("png", 44, 31)]);
  const joined = () => sharp(frames, { join: { animated: true } });
  const avifs = await film("moving.avif", ["-c:v", "libaom-av1", "-cpu-used", "8", "-f", "avif"], {
    ...{ picture: "testsrc2=s=64x48:r=5:d=1", sound: null },
  }).catch(() => null);
  if (!avifs) console.warn("SKIPPED: animated AVIF, ffmpeg writes none.");
  for (const [content, name, pages] of [
    [await joined().webp().toBuffer(), "moving.webp", 2],
    [await joined().gif().toBuffer(), "moving.gif", 2],
    ...(avifs ? [[avifs, "moving.avif", 1] as const] : []),
  ] as const) {
    const item = await uploadAndKeep(content, name);
    expect([name, item.derivatives]).toEqual([name, "ready"]);
    const pagesOf = async (kind: string) =>
      (await sharp((await get(`/api/images/${kind}/${item.id}`)).bytes).metadata()).pages ?? 1;
    expect([name, await pagesOf("medium"), await pagesOf("thumbnail")]).toEqual([name, pages, 1]);
  }
});
