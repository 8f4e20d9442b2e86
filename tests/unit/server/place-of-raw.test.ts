import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import exifr from "exifr";
import { removePlace } from "@/server/decoder/without-place";
import { jxlPicture, rawPhoto } from "@/tests/support/pictures";
import { panasonicJpeg, placeWords } from "@/tests/support/placed-pictures";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const tiffs = ["canon.cr2", "canon.dng", "nikon.nef", "sony.arw", "without-preview.dng"];

test.each(tiffs)("%s loses its place, and nothing else changes", async (name) => {
  const before = rawPhoto(name);
  const { bytes } = removePlace(before);
  expect(bytes).toHaveLength(before.length);
  const options = { gps: true, tiff: true, exif: true };
  const [was, is] = [await exifr.parse(before, options), await exifr.parse(bytes, options)];
  expect(was.GPSLatitude).toBeDefined();
  expect(is.GPSLatitude).toBeUndefined();
  expect([is.Make, is.DateTimeOriginal]).toEqual([was.Make, was.DateTimeOriginal]);
});

const notes = [
  ["Panasonic", await panasonicJpeg("Panasonic", "Panasonic\0\0\0")],
  ["LEICA", await panasonicJpeg("LEICA", "LEICA\0\0\0")],
  ["LEICA CAMERA AG", await panasonicJpeg("LEICA CAMERA AG", "LEICA CAMERA AG\0\0\0")],
] as const;
const countOf = (content: Buffer) => placeWords.filter((words) => content.includes(words)).length;

test.each(notes)("a maker note of %s loses the names of the place, and nothing else", (make, before) => {
  const { bytes } = removePlace(before);
  expect([countOf(before), countOf(bytes)]).toEqual([4, 0]);
  for (const words of ["Ama and Kofi", make]) expect(bytes.includes(words)).toBe(true);
});

test("a maker note whose positions are wrong since it was moved is erased", async () => {
  const before = await panasonicJpeg("Panasonic", "Panasonic\0\0\0", 200);
  const { bytes } = removePlace(before);
  expect([countOf(before), countOf(bytes)]).toEqual([4, 0]);
  expect(await exifr.parse(bytes)).toMatchObject({ Make: "Panasonic" });
});

const withExiftool = hasProgram("exiftool") ? test : test.skip;
if (!hasProgram("exiftool")) console.warn("SKIPPED: the comparison with exiftool, which is not installed.");

withExiftool.each([
  ...[...tiffs, "canon.cr3"].map((name) => [name, rawPhoto(name)] as const),
  ["dated.jxl", jxlPicture("dated")] as const,
  ...notes.map(([make, content]) => [`${make}.jpg`, content] as const),
])("exiftool finds no place in what is left of %s", (name, before) => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-raw-"));
  const placeOf = (content: Buffer) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    const tags = [
      ...["-GPSLatitude", "-GPSPosition", "-Location", "-Country", "-State", "-City", "-Landmark", "-City2"],
    ];
    // stderr is ignored: exiftool complains about sensor data that the fixtures lack.
    return String(
      execFileSync("exiftool", ["-q", "-a", "-s3", ...tags, file], { stdio: ["ignore", "pipe", "ignore"] }),
    );
  };
  try {
    expect(placeOf(before)).toMatch(/\w/);
    expect(placeOf(removePlace(before).bytes)).not.toMatch(/\w/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
