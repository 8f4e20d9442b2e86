import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import exifr from "exifr";
import sharp from "sharp";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { probeVideo, readTagNames } from "@/lib/platform/video/probe";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { filmTypes } from "@/tests/support/film-types";
import { clipBytes, heifPicture } from "@/tests/support/pictures";
import {
  keptWords,
  placedAvif,
  placedGif,
  placedHeic,
  placedJpeg,
  placedPng,
  placedWebp,
  placeWords,
} from "@/tests/support/placed-pictures";
import { makeTalkativeClip } from "@/tests/support/talkative-clips";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage();

let folder: string;
let owner: FamilyPerson;
let child: FamilyPerson;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-places-"));
  owner = await createOwner({ tier: "premium" });
  child = await createMember(owner.familyId, "member", { isChild: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (id: string, query: string, as: FamilyPerson, headers: Record<string, string> = {}) =>
  call("GET", `/api/media/${id}/download${query}`, { cookie: as.cookie, headers });
/** Everything in a picture's EXIF, including its position. */
async function exifOf(picture: Buffer): Promise<{ latitude?: number } & Record<string, unknown>> {
  const { exif } = await sharp(picture).metadata();
  if (!exif) return {};
  const tiff = exif.subarray(exif.toString("latin1", 0, 4) === "Exif" ? 6 : 0);
  return { ...(await exifr.parse(tiff, { gps: true, translateValues: false, reviveValues: false })) };
}
const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();

describe.each([
  ["JPEG", "image/jpeg", placedJpeg],
  ["PNG", "image/png", placedPng],
  ["GIF", "image/gif", placedGif],
  ["WebP", "image/webp", placedWebp],
  ["AVIF", "image/avif", placedAvif],
] as const)("a %s", (_, mimeType, make) => {
  test("that a child passes on doesn't say where it was taken, whatever the child asks for; an adult chooses", async () => {
    const content = await make();
    for (const words of mimeType === "image/gif" ? ["Kumasi", "Elm Street"] : placeWords) {
      expect([words, content.includes(words)]).toEqual([words, true]);
    }
    if (mimeType !== "image/gif") expect((await exifOf(content)).latitude).toBeCloseTo(6.695);
    const { id } = await storeMedia(owner, { content, mimeType, fileName: "us.jpg" });
    for (const [person, query] of [
      [child, ""],
      [child, "?place=without"],
      [owner, "?place=without"],
    ] as const) {
      const answer = await get(id, query, person, { range: "bytes=0-9" });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "accept-ranges": "none",
        "content-type": mimeType,
        "content-disposition": expect.stringContaining("us.jpg"),
      });
      for (const words of placeWords) expect([words, answer.bytes.includes(words)]).toEqual([words, false]);
      expect((await exifOf(answer.bytes)).latitude).toBeUndefined();
      // Everything else is unchanged, pixel for pixel.
      for (const words of keptWords) expect(answer.bytes.includes(words)).toBe(content.includes(words));
      expect((await pixels(answer.bytes)).equals(await pixels(content))).toBe(true);
      expect((await sharp(answer.bytes).metadata()).orientation).toBe(
        (await sharp(content).metadata()).orientation,
      );
      const etag = answer.headers.get("etag") ?? "";
      expect((await get(id, query, person, { "if-none-match": etag })).status).toBe(304);
    }
    // As a control: the original is untouched.
    expect((await get(id, "", owner)).bytes.equals(content)).toBe(true);
  });
});

test("a JPEG without its place keeps its day, camera and orientation", async () => {
  const content = await placedJpeg();
  expect((await exifr.gps(content))?.latitude).toBeCloseTo(6.695);
  const { id } = await storeMedia(owner, { content });
  const { bytes } = await get(id, "", child);
  const tags = await exifr.parse(bytes, { translateValues: false, reviveValues: false });
  expect(tags).toMatchObject({ Artist: "Canon of Nana", DateTimeOriginal: "2019:08:07 06:05:04" });
  expect(bytes.length).toBe(content.length);
});

test("a HEIC that a child passes on loses its place, in the photo and in its video, and nothing else", async () => {
  const content = placedHeic();
  for (const words of ["Bath", "Elm Street", "Kumasi"])
    expect([words, content.includes(words)]).toEqual([words, true]);
  expect((await exifOf(content)).latitude).toBeCloseTo(51.5);
  const { id } = await storeMedia(owner, { content, mimeType: "image/heic", fileName: "us.heic" });
  const { status, bytes } = await get(id, "", child);
  expect(status).toBe(200);
  for (const words of ["Bath", "Elm Street", "Kumasi"])
    expect([words, bytes.includes(words)]).toEqual([words, false]);
  expect((await exifOf(bytes)).latitude).toBeUndefined();
  expect(await exifOf(bytes)).toMatchObject({
    Make: "Fixture",
    DateTimeOriginal: "2021:07:08 09:10:11",
  });
  expect(bytes.length).toBe(content.length);
  const shown = await makeImageDerivatives(content);
  expect((await makeImageDerivatives(bytes)).medium.equals(shown.medium)).toBe(true);
  expect((await get(id, "", owner)).bytes.equals(content)).toBe(true);
});

test("a HEIC whose directory points outside the file is not given to a child", async () => {
  const whole = heifPicture("plain");
  const content = whole.subarray(0, whole.indexOf("mdat") + 40);
  const { id } = await storeMedia(owner, { content, mimeType: "image/heic" });
  expect(await get(id, "", child)).toMatchObject({ status: 422, body: { code: "place_not_removed" } });
});

test.each(Object.entries(filmTypes))(
  "a %s clip that a child passes on loses its place",
  async (kind, film) => {
    const [mimeType, encode] = film;
    const file = await makeClip(path.join(folder, `placed.${kind}`), { encode: [...encode] });
    const content = await readFile(file);
    const { id } = await storeMedia(owner, { mediaType: "video", mimeType, content });
    const { status, bytes } = await get(id, "", child);
    expect(status).toBe(200);
    expect(bytes.includes("+51.5074")).toBe(false);
    await writeFile(file, bytes);
    expect(await probeVideo(file)).toMatchObject({ width: 320, height: 180 });
  },
);

test.each(["mts", "mp4"])(
  "a %s clip that a child passes on loses what the camera wrote between its frames, where camcorders put their route",
  async (kind) => {
    const file = path.join(folder, `route.${kind}`);
    const message = "h264_metadata=sei_user_data=17ee8c60-f84d-11d9-8cd6-0800200c9a66+44.94462N";
    const form = kind === "mts" ? ["-f", "mpegts"] : [];
    await makeClip(file, { encode: [...h264, "-bsf:v", message, ...form] });
    const content = await readFile(file);
    expect(content.includes("44.94462N")).toBe(true);
    const mimeType = kind === "mts" ? "video/mp2t" : "video/mp4";
    const { id } = await storeMedia(owner, { mediaType: "video", mimeType, content });
    const { status, bytes } = await get(id, "", child);
    expect(status).toBe(200);
    expect(bytes.includes("44.94462N")).toBe(false);
    await writeFile(file, bytes);
    expect(await probeVideo(file)).toMatchObject({ width: 320, height: 180, videoCodec: "h264" });
  },
);

test.each(["mp4", "mov", "avi"] as const)(
  "a %s clip that a child passes on loses its place and keeps its title",
  async (kind) => {
    const content = await makeTalkativeClip(folder, kind, "A day at the lake");
    const mimeType = { mp4: "video/mp4", mov: "video/quicktime", avi: "video/x-msvideo" }[kind];
    const { id } = await storeMedia(owner, { mediaType: "video", mimeType, content });
    const { status, bytes } = await get(id, "", child);
    expect(status).toBe(200);
    for (const words of ["+51.5074", "ISO6709", "xmpmeta"])
      expect([words, bytes.includes(words)]).toEqual([words, false]);
    expect(bytes.includes("A day at the lake")).toBe(true);
    const file = path.join(folder, `without.${kind}`);
    await writeFile(file, bytes);
    expect(await readTagNames(file)).toEqual(expect.arrayContaining(["title"]));
    expect(await probeVideo(file)).toMatchObject({
      width: 320,
      height: 180,
      videoCodec: "h264",
      audioCodec: "aac",
    });
    expect((await get(id, "", owner)).bytes.equals(content)).toBe(true);
  },
);

test("a file that can't be read is not given to a child unchanged, but refused with a message", async () => {
  const { id } = await storeMedia(owner, { mediaType: "video", content: clipBytes(2_000) });
  const answer = await get(id, "", child);
  expect(answer).toMatchObject({ status: 422, body: { code: "place_not_removed" } });
  expectErrorBody(answer);
});

test("a photo whose EXIF was deliberately broken has no place left for more lenient readers", async () => {
  const content = await placedJpeg();
  // The first directory claims a thousand entries.
  const tiff = content.indexOf("Exif\0\0") + 6;
  content.writeUInt16LE(1_000, tiff + content.readUInt32LE(tiff + 4));
  const { id } = await storeMedia(owner, { content });
  const { status, bytes } = await get(id, "", child);
  expect(status).toBe(200);
  expect(bytes.subarray(0, content.length / 3).includes("Elm Street")).toBe(false);
});

test("any other value for the place is refused, and other people's files stay private", async () => {
  const { id } = await storeMedia(owner);
  expect((await get(id, "?place=keep", owner)).status).toBe(400);
  const stranger = await createOwner({ name: "The others" });
  for (const query of ["", "?place=without"]) expect((await get(id, query, stranger)).status).toBe(404);
});
