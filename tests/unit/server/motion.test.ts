import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findMotion } from "@/server/decoder/motion";
import { microVideoJpeg, motionHeic, motionJpeg, samsungJpeg } from "@/tests/support/motion-photos";
import { clipBytes, heifPicture, plainPicture } from "@/tests/support/pictures";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const clip = clipBytes(20_000);

const kinds = [
  ["a Motion Photo 1.0 with a gain map", motionJpeg],
  ["a MicroVideo", microVideoJpeg],
  ["a Samsung's JPEG", samsungJpeg],
  ["a HEIC", async (bytes: Buffer) => motionHeic(bytes)],
] as const;

const cut = (file: Buffer) => {
  const found = findMotion(file);
  return found && file.subarray(...found);
};

test.each(kinds)("the clip in %s is found, byte for byte", async (_, make) => {
  expect(cut(await make(clip))?.equals(clip)).toBe(true);
});

test.each(kinds)("in %s, cut off anywhere, no incomplete clip is found", async (_, make) => {
  const file = await make(clip);
  for (let round = 0; round < 200; round++) {
    const found = cut(file.subarray(0, randomInt(2, file.length)));
    expect(found === null || found.equals(clip)).toBe(true);
  }
});

test.each(kinds)("%s with random changes is never an error", async (_, make) => {
  const file = await make(clip);
  for (let round = 0; round < 500; round++) {
    const damaged = Buffer.from(file);
    for (let change = 0; change < 8; change++) damaged[randomInt(damaged.length)] = randomInt(256);
    const found = findMotion(damaged);
    if (found) expect(found[1]).toBeLessThanOrEqual(damaged.length);
  }
});

test("a photo without a clip has none, whatever it claims", async () => {
  const nothing = Buffer.alloc(20_000, "x");
  for (const [, make] of kinds) expect(findMotion(await make(nothing))).toBeNull();
  for (const stated of [0, 1, 19_999, 20_001, 999_999_999_999]) {
    expect(findMotion(await motionJpeg(clip, stated))).toBeNull();
    expect(findMotion(await microVideoJpeg(clip, stated))).toBeNull();
  }
  expect(findMotion(await samsungJpeg(clip, 4_000_000_000))?.[1]).toBeDefined();
  expect(findMotion(await samsungJpeg(clip, 1))).toBeNull();
  for (const plain of [
    await plainPicture(),
    await plainPicture("png"),
    heifPicture("plain"),
    Buffer.alloc(2),
  ]) {
    expect(findMotion(plain)).toBeNull();
  }
});

const withExiftool = hasProgram("exiftool") ? test : test.skip;
if (!hasProgram("exiftool")) console.warn("SKIPPED: the comparison with exiftool, which is not installed.");

// exiftool's version in Debian 12 finds no clip in a Motion Photo's JPEG.
withExiftool.each([
  ["-EmbeddedVideoFile", "jpg", samsungJpeg],
  ["-MotionPhotoVideo", "heic", async (bytes: Buffer) => motionHeic(bytes)],
] as const)("exiftool's %s of a %s is the same clip", async (tag, extension, make) => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-motion-"));
  try {
    const file = path.join(folder, `photo.${extension}`);
    const photo = await make(clip);
    writeFileSync(file, photo);
    const found = execFileSync("exiftool", ["-b", tag, file]);
    expect(found.equals(cut(photo) ?? Buffer.alloc(0))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
