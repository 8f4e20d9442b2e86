import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { probeVideo } from "@/lib/platform/video/probe";
import { contentIdentifierOf } from "@/server/decoder/apple-maker-note";
import { appleMakerNote, liveClips, livePhoto } from "@/tests/support/live-photos";
import { plainPicture } from "@/tests/support/pictures";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const identifierOf = async (photo: Buffer) => (await readPhotoMetadata(photo)).facts?.contentIdentifier;

let folder: string;
let clips: Awaited<ReturnType<typeof liveClips>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "keepsake-identifier-"));
  clips = await liveClips();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await clips.remove();
});

test("the photo of a Live Photo has its clip's identifier, as JPEG and in HEIF's boxes", async () => {
  const identifier = randomUUID();
  const photo = await livePhoto({ identifier, takenAt: "2024-07-03 14:05:02" });
  expect(await identifierOf(photo)).toBe(identifier.toUpperCase());
  expect((await readPhotoMetadata(photo)).takenAt).toEqual(new Date("2024-07-03T14:05:02Z"));
  expect(await identifierOf(await sharp(photo).keepExif().avif().toBuffer())).toBe(identifier.toUpperCase());
});

test("its clip has the same one", async () => {
  const identifier = randomUUID().toUpperCase();
  const file = path.join(folder, "clip.mov");
  writeFileSync(file, await clips.make({ identifier, takenAt: "2024-07-03 14:05:01" }));
  expect(await probeVideo(file)).toMatchObject({
    original: { contentIdentifier: identifier },
    takenAt: new Date("2024-07-03T14:05:01Z"),
  });
  writeFileSync(file, await clips.make());
  expect((await probeVideo(file)).original.contentIdentifier).toBeNull();
});

test.each([
  ["nothing", ""],
  ["a word", "IMG"],
  ["too much", "A".repeat(99)],
  ["something else", "DROP TABLE --- 0000-0000-0000-000000"],
])("%s in its place isn't an identifier", async (_, identifier) => {
  expect(await identifierOf(await livePhoto({ identifier }))).toBeNull();
});

test("photos without a maker note, or with another maker's, have none", async () => {
  expect(await identifierOf(await livePhoto())).toBeNull();
  expect(await identifierOf(await plainPicture())).toBeNull();
  const nikon = Buffer.from(appleMakerNote(randomUUID()));
  nikon.write("Nikon", 0, "latin1");
  expect(contentIdentifierOf(nikon)).toBeNull();
  expect(contentIdentifierOf(undefined)).toBeNull();
});

test("a maker note that is truncated or damaged anywhere is never an error", () => {
  const note = appleMakerNote(randomUUID());
  for (let length = 0; length < note.length; length++) {
    expect(() => contentIdentifierOf(note.subarray(0, length))).not.toThrow();
  }
  for (let at = 0; at < note.length; at++) {
    for (const value of [0, 1, 0x7f, 0xff]) {
      const damaged = Buffer.from(note);
      damaged[at] = value;
      expect(() => contentIdentifierOf(damaged)).not.toThrow();
    }
  }
});

const exiftoolTest = hasProgram("exiftool") ? test : test.skip;
if (!hasProgram("exiftool")) console.warn("SKIPPED: the comparison with exiftool, which is not installed.");

exiftoolTest("exiftool reads the same identifier from both parts", async () => {
  const identifier = randomUUID().toUpperCase();
  const photo = path.join(folder, "photo.jpg");
  const clip = path.join(folder, "clip.mov");
  writeFileSync(photo, await livePhoto({ identifier }));
  writeFileSync(clip, await clips.make({ identifier }));
  // Older versions of exiftool call the photo's tag something else.
  for (const file of [photo, clip]) {
    const said = execFileSync("exiftool", ["-s3", "-ContentIdentifier", "-MediaGroupUUID", file]).toString();
    expect(said.trim()).toBe(identifier);
  }
});
