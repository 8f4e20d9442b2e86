import { createHash, randomBytes } from "node:crypto";
import exifr from "exifr";
import fc from "fast-check";
import sharp from "sharp";
import yazl from "yazl";
import { clipFactsOf } from "@/lib/album/media/client/clip-facts";
import { exifHeadOf } from "@/lib/album/media/client/exif-head";
import { listArchive, unpack } from "@/lib/sorter/client/reading/archive";
import { pictureSizeOf } from "@/lib/sorter/client/reading/picture-size";
import { readFile } from "@/lib/sorter/client/reading/read-file";
import { sha256Of } from "@/lib/sorter/client/reading/sha256";
import {
  cameraPicture,
  clipBytes,
  heifPicture,
  pictureWithExif,
  plainPicture,
} from "@/tests/support/pictures";
import { plainMeasures } from "@/tests/support/sorter-items";

const blobOf = (...parts: Buffer[]) => new Blob(parts.map((part) => new Uint8Array(part)));

test.each([0, 1, 63, 64, 4 * 1_048_576, 9 * 1_048_576 + 5])("the SHA-256 of %d bytes", async (bytes) => {
  const content = randomBytes(bytes);
  expect(await sha256Of(blobOf(content))).toBe(createHash("sha256").update(content).digest("hex"));
});

test.each(["jpeg", "png", "gif", "webp", "avif"] as const)(
  "a %s gives its size in its header",
  async (format) => {
    const head = new Uint8Array(await plainPicture(format, 61, 47));
    expect(pictureSizeOf(head)).toEqual({ width: 61, height: 47 });
  },
);

test.each([
  ["lossless", { lossless: true }],
  ["transparent", {}],
])("a %s WebP gives its size too", async (kind, options) => {
  const channels = kind === "transparent" ? 4 : 3;
  const background = { r: 9, g: 9, b: 9, alpha: 0.5 };
  const made = await sharp({ create: { width: 61, height: 47, channels, background } })
    .webp(options)
    .toBuffer();
  expect(pictureSizeOf(new Uint8Array(made))).toEqual({ width: 61, height: 47 });
});

test("a HEIC gives the size of the whole, not of one of its tiles", () => {
  expect(pictureSizeOf(new Uint8Array(heifPicture("grid")))).toEqual({ width: 128, height: 128 });
});

test("a scan is read without a date, whether it has one or several", async () => {
  const scannedAt = "2024:03:15 10:00:00";
  const scanner = { Make: "EPSON", Model: "ES-580W" };
  const read = async (bytes: Buffer, name = "nana.jpg") =>
    readFile(
      blobOf(bytes),
      {
        name,
        mimeType: "image/jpeg",
        kind: "image",
        modifiedMs: 1,
        sidecar: null,
        timeZone: "Europe/London",
      },
      async () => null,
    );
  const dates = { DateTimeOriginal: scannedAt, DateTimeDigitized: scannedAt };
  expect((await read(await pictureWithExif(scanner, dates))).taken).toBeNull();
  const modifiedOnly = await pictureWithExif({ ...scanner, DateTime: scannedAt }, {});
  expect((await read(modifiedOnly)).taken).toBeNull();
  expect((await read(modifiedOnly, "1985-07-03.jpg")).taken).toMatchObject({ at: "1985-07-03T12:00:00" });
  const camera = { Make: "Apple", Model: "iPhone 15" };
  expect((await read(await pictureWithExif(camera, dates))).taken).toMatchObject({ confidence: "sure" });
});

test("a HEIC that this browser can't show is still read", async () => {
  const about = { name: "IMG_1.HEIC", mimeType: "image/heic", kind: "image" as const, modifiedMs: 0 };
  const facts = await readFile(
    blobOf(heifPicture("plain")),
    { ...about, sidecar: null, timeZone: "Europe/London" },
    async () => null,
  );
  expect(facts).toMatchObject({ width: 160, height: 120, preview: null });
  expect(facts.taken?.at).toBe("2021-07-08T09:10:11");
  expect(facts.place?.latitude).toBeCloseTo(51.5);
});

test("a HEIC's day is found even after megabytes of pixels, as from a Samsung", async () => {
  const heic = heifPicture("plain");
  // In its directory, EXIF starts at 0x4f0 and has one extent of 0x16a bytes.
  const location = heic.indexOf(Buffer.from("000004f0000100000000" + "0000016a", "hex"));
  expect(location).toBeGreaterThan(0);
  const pixels = Buffer.alloc(2 * 1_048_576);
  const far = Buffer.concat([heic, pixels, heic.subarray(0x4f0, 0x4f0 + 0x16a)]);
  far.writeUInt32BE(heic.length + pixels.length, location);
  far.fill(0, 0x4f0, 0x4f0 + 0x16a);
  const exif = await exifHeadOf(blobOf(far), "a.heic");
  expect(await exifr.parse(await exif.arrayBuffer(), { reviveValues: false })).toMatchObject({
    DateTimeOriginal: "2021:07:08 09:10:11",
  });
  await expect(exifHeadOf(blobOf(far.subarray(0, 1_000_000)), "a.heic")).rejects.toThrow("out of range");
});

test("whatever the bytes, reading their size never throws and always ends", () => {
  const head = fc.uint8Array({ maxLength: 200 });
  const riff = [...Buffer.from("RIFF1234WEBPVP8X")];
  const heif = [...Buffer.from("\0\0\0\x18ftypheic....ispe")];
  const start = fc.constantFrom(
    [0xff, 0xd8],
    [0xff, 0xd8, 0xff, 0xe1],
    [0x89, 0x50, 0x4e, 0x47],
    riff,
    heif,
    [],
  );
  fc.assert(
    fc.property(start, head, (first, rest) => {
      try {
        pictureSizeOf(Uint8Array.from([...first, ...rest]));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

function movieHeader(created: Date | null): Buffer {
  const body = Buffer.alloc(100);
  body.writeUInt32BE(created ? created.getTime() / 1000 + 2_082_844_800 : 0, 4);
  return box("mvhd", body);
}

test("a clip says when and where in its movie box, even at the end of the file", async () => {
  const place = Buffer.from("\u0000\u0015\u0015\u00c7+51.5074-000.1278/", "latin1");
  const created = new Date("2024-07-03T13:05:00Z");
  const file = blobOf(
    clipBytes(24),
    box("mdat", randomBytes(3_000_000)),
    box("moov", movieHeader(created), box("udta", box("\u00a9xyz", place))),
  );
  expect(await clipFactsOf(file)).toEqual({
    localDate: null,
    createdMs: created.getTime(),
    place: { latitude: 51.5074, longitude: -0.1278 },
  });
});

test("an iPhone's clip gives the local time; an unset header gives none", async () => {
  const words = Buffer.from("com.apple.quicktime.creationdate\u00002024-07-03T14:05:00+0100", "latin1");
  const file = blobOf(clipBytes(24), box("moov", movieHeader(null), box("meta", words)));
  expect(await clipFactsOf(file)).toMatchObject({ localDate: "2024-07-03T14:05:00+0100", createdMs: null });
});

test("an AVI gives its date as text", async () => {
  const head = Buffer.from(
    "RIFF____AVI LISThdrlIDIT\u001a\u0000\u0000\u0000Sat Jul 20 14:05:00 2024\n",
    "latin1",
  );
  expect(await clipFactsOf(blobOf(head))).toMatchObject({ localDate: "2024-07-20T14:05:00" });
});

test("a broken clip gives nothing", async () => {
  for (const bytes of [clipBytes(200), randomBytes(300), Buffer.from([0, 0, 0, 0, 0, 0])])
    expect(await clipFactsOf(blobOf(bytes))).toEqual({ localDate: null, createdMs: null, place: null });
});

const about = {
  name: "IMG_1.jpg",
  mimeType: "image/jpeg",
  kind: "image",
  modifiedMs: Date.UTC(2025, 0, 1),
  sidecar: null,
  timeZone: "Europe/London",
} as const;
const decode = async () => ({ width: 640, height: 480, measures: plainMeasures, preview: null });

test("a photo is read completely: its hash, its camera's date, its place", async () => {
  const content = await cameraPicture("2023:05:06 07:08:09");
  expect(await readFile(blobOf(content), about, decode)).toMatchObject({
    sha256: createHash("sha256").update(content).digest("hex"),
    taken: { at: "2023-05-06T07:08:09", source: "camera", confidence: "sure" },
    place: { latitude: 51.5, longitude: expect.closeTo(-0.1167, 3) },
    width: 640,
    paper: null,
  });
});

test("an empty file and one that isn't a picture are refused, each with its reason", async () => {
  await expect(readFile(blobOf(), about, decode)).rejects.toMatchObject({ refusal: "empty" });
  await expect(readFile(blobOf(randomBytes(99)), about, async () => null)).rejects.toMatchObject({
    refusal: "broken",
  });
});

test("a picture that the browser can't show but whose type is recognised can still be uploaded", async () => {
  const content = await cameraPicture("2023:05:06 07:08:09");
  expect(await readFile(blobOf(content), about, async () => null)).toMatchObject({
    taken: { source: "camera" },
    width: 640,
    height: 480,
    measures: null,
    preview: null,
  });
});

test("a camera whose clock was never set gives no date", async () => {
  const content = await cameraPicture("    :  :     :  :  ");
  expect((await readFile(blobOf(content), about, decode)).taken).toMatchObject({ source: "modified" });
});

async function zip(files: Record<string, Buffer | string>): Promise<Blob> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name, { mtime: new Date(2024, 6, 3) });
  archive.end();
  const parts: Buffer[] = [];
  for await (const part of archive.outputStream) parts.push(part as Buffer);
  return blobOf(...parts);
}

const sidecar = '{"photoTakenTime":{"timestamp":"1720015530"},"description":"At the lake"}';

test("a Takeout archive lists its pictures with what their sidecars say, in whatever folders", async () => {
  const archive = await zip({
    "Takeout/Google Photos/Photos from 2024/IMG_1.jpg": "one",
    "Takeout/Google Photos/Photos from 2024/IMG_1.jpg.supplemental-metadata.json": sidecar,
    "Takeout/Google Photos/Photos from 2024/IMG_1-edited.jpg": "edited",
    "Takeout/Google Photos/Ümläut 🌞/IMG_1.jpg": "another",
    "Takeout/Google Photos/Ümläut 🌞/metadata.json": '{"title":"Album"}',
    "Takeout/archive_browser.html": "<html>",
    "__MACOSX/._IMG_1.jpg": "x",
  });
  const files = await listArchive(archive);
  const taken = expect.objectContaining({
    takenMs: 1_720_015_530_000,
    description: "At the lake",
    place: null,
  });
  expect(files.map(({ path, bytes, sidecar: found }) => ({ path, bytes, found }))).toEqual([
    { path: "Takeout/Google Photos/Photos from 2024/IMG_1.jpg", bytes: 3, found: taken },
    { path: "Takeout/Google Photos/Photos from 2024/IMG_1-edited.jpg", bytes: 6, found: taken },
    { path: "Takeout/Google Photos/Ümläut 🌞/IMG_1.jpg", bytes: 7, found: null },
  ]);
  const unpacked = await unpack(archive, "Takeout/Google Photos/Ümläut 🌞/IMG_1.jpg", 100);
  expect(await unpacked.text()).toBe("another");
});

test("a large entry is unpacked whole", async () => {
  const content = randomBytes(40_000_000);
  const unpacked = await unpack(await zip({ "film.mp4": content }), "film.mp4", content.length);
  expect(Buffer.from(await unpacked.arrayBuffer()).equals(content)).toBe(true);
});

test("an entry that unpacks to more than allowed is refused, even if the archive lies about it", async () => {
  const bomb = Buffer.alloc(3_000_000);
  const archive = await zip({ "bomb.jpg": bomb });
  await expect(unpack(archive, "bomb.jpg", 1_000_000)).rejects.toMatchObject({ refusal: "size" });
  const bytes = Buffer.from(await archive.arrayBuffer());
  // The size is in the list at the end of the archive, and in front of the entry.
  const said = Buffer.alloc(4);
  said.writeUInt32LE(bomb.length);
  for (let at = bytes.indexOf(said); at >= 0; at = bytes.indexOf(said, at + 1)) bytes.writeUInt32LE(99, at);
  await expect(unpack(blobOf(bytes), "bomb.jpg", 1_000_000)).rejects.toMatchObject({
    refusal: expect.stringMatching(/^(size|broken)$/),
  });
});

test("a file that isn't an archive is refused", async () => {
  await expect(listArchive(blobOf(randomBytes(5000)))).rejects.toMatchObject({ refusal: "broken" });
  await expect(unpack(await zip({ "a.jpg": "a" }), "b.jpg", 9)).rejects.toMatchObject({ refusal: "missing" });
});
