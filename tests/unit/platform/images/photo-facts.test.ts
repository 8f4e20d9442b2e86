import sharp from "sharp";
import { noFacts } from "@/lib/platform/files/original-facts";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { shotExif } from "@/tests/support/shot-pictures";

const picture = () =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: "red" } })
    .withIccProfile("p3")
    .withExif(shotExif);
const factsOf = async (bytes: Buffer) => (await readPhotoMetadata(bytes)).facts;

const expected = {
  cameraMake: "Apple",
  cameraModel: "iPhone 15 Pro",
  lens: "iPhone 15 Pro back triple camera",
  iso: 64,
  focalLength35mm: 24,
  hasFlashFired: true,
};

test.each([
  ["a JPEG", () => picture().jpeg().toBuffer()],
  ["a PNG", () => picture().png().toBuffer()],
  ["a WebP", () => picture().webp().toBuffer()],
  ["an AVIF", () => picture().avif().toBuffer()],
])("%s says with what, how and where it was taken", async (_, make) => {
  const facts = await factsOf(await make());
  expect(facts).toMatchObject(expected);
  expect(facts?.exposureSeconds).toBeCloseTo(1 / 120);
  expect(facts?.fNumber).toBeCloseTo(1.78);
  expect(facts?.focalLengthMm).toBeCloseTo(6.765);
  expect(facts?.latitude).toBeCloseTo(51.375);
  expect(facts?.longitude).toBeCloseTo(-2.36);
  expect(facts?.altitudeM).toBeCloseTo(33.3, 1);
  expect(facts?.orientation).toBe(1);
  // The name in the profile that libvips calls "p3".
  expect(facts?.colorSpace).toMatch(/P3/i);
});

test("a picture without metadata, damaged metadata and other files have no facts", async () => {
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const cut = (await picture().jpeg().toBuffer()).subarray(0, 60);
  for (const bytes of [plain, cut, Buffer.from("nonsense"), Buffer.alloc(0)]) {
    expect(await factsOf(bytes)).toEqual(noFacts);
  }
});

test("randomly damaged EXIF is read as far as it makes sense, and never fails", async () => {
  const whole = await picture().jpeg().toBuffer();
  const exifStart = whole.indexOf("Exif");
  for (let round = 0; round < 200; round += 1) {
    const bytes = Buffer.from(whole);
    for (let flip = 0; flip < 6; flip += 1) {
      // Changes bytes spread over the first 600 of EXIF, the same ones in every run.
      bytes[exifStart + 6 + ((round * 97 + flip * 131) % 600)] = (round * 31 + flip * 17) % 256;
    }
    const facts = await factsOf(bytes);
    expect(Object.keys(facts ?? {}).sort()).toEqual(Object.keys(noFacts).sort());
    const { latitude, longitude } = facts ?? noFacts;
    expect(latitude === null).toBe(longitude === null);
    expect(Math.abs(latitude ?? 0)).toBeLessThanOrEqual(90);
    expect(Math.abs(longitude ?? 0)).toBeLessThanOrEqual(180);
  }
});

test("a missing file counts as not read, not as having no facts", async () => {
  expect((await readPhotoMetadata("/nowhere/photo.jpg")).facts).toBeNull();
});
