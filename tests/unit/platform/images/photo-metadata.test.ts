import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { heifPicture } from "@/tests/support/pictures";

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
const dated = () => picture().withExif({ IFD2: { DateTimeOriginal: "2021:07:08 09:10:11" } });
const withDates = (dates: Record<string, string>, general: Record<string, string> = {}) =>
  picture().withExif({ IFD0: general, IFD2: dates }).jpeg().toBuffer();

describe("when a photo was taken", () => {
  test("is the camera's clock, from memory and from a file", async () => {
    const bytes = await withDates({ DateTimeOriginal: "2019:08:07 06:05:04", OffsetTimeOriginal: "+02:00" });
    const folder = await mkdtemp(path.join(tmpdir(), "keepsake-photo-"));
    await writeFile(path.join(folder, "photo.jpg"), bytes);
    for (const input of [bytes, path.join(folder, "photo.jpg")]) {
      expect((await readPhotoMetadata(input)).takenAt?.toISOString()).toBe("2019-08-07T06:05:04.000Z");
    }
    await rm(folder, { recursive: true });
  });

  test("leaves nothing of a small photo in memory", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "keepsake-photo-"));
    const file = path.join(folder, "photo.jpg");
    await writeFile(file, await withDates({ DateTimeOriginal: "2019:08:07 06:05:04" }));
    await readPhotoMetadata(file);
    const before = process.memoryUsage().arrayBuffers;
    for (let time = 0; time < 20; time++) await readPhotoMetadata(file);
    const growth = process.memoryUsage().arrayBuffers - before;
    await rm(folder, { recursive: true });
    expect(growth).toBeLessThan(1024 * 1024);
  });

  test.each([
    ["a WebP", () => dated().webp().toBuffer()],
    ["an AVIF", () => dated().avif().toBuffer()],
    // The fixtures' README describes its content.
    ["a HEIC", async () => heifPicture("plain")],
  ])("is read from %s, wherever in the file it is", async (_, make) => {
    expect((await readPhotoMetadata(await make())).takenAt?.toISOString()).toBe("2021-07-08T09:10:11.000Z");
  });

  test("falls back to the next best date if the first is absurd", async () => {
    const bytes = await withDates({
      DateTimeOriginal: "0000:00:00 00:00:00",
      DateTimeDigitized: "2018:01:02 03:04:05",
    });
    expect((await readPhotoMetadata(bytes)).takenAt?.toISOString()).toBe("2018-01-02T03:04:05.000Z");
  });

  test.each(["0000:00:00 00:00:00", "1066:10:14 09:00:00", "2399:01:01 00:00:00", "soon"])(
    "is unknown if the camera says %s",
    async (date) => {
      expect((await readPhotoMetadata(await withDates({ DateTimeOriginal: date }))).takenAt).toBeNull();
    },
  );

  test("is not the day on which a scanner scanned it, but the day that a person set", async () => {
    const scanner = { Make: "EPSON", Model: "Perfection V600" };
    const digitized = { DateTimeDigitized: "2024:03:15 10:00:00" };
    const scannedAt = { DateTimeOriginal: "2024:03:15 10:00:00", ...digitized };
    expect(await readPhotoMetadata(await withDates(scannedAt, scanner))).toMatchObject({ takenAt: null });
    expect(await readPhotoMetadata(await withDates(digitized, scanner))).toMatchObject({ takenAt: null });
    const camera = await readPhotoMetadata(
      await withDates(scannedAt, { Make: "NIKON", Model: "NIKON D750" }),
    );
    expect(camera.takenAt?.toISOString()).toBe("2024-03-15T10:00:00.000Z");
    const byHand = await withDates({ DateTimeOriginal: "1985:07:03 00:00:00", ...digitized }, scanner);
    expect((await readPhotoMetadata(byHand)).takenAt?.toISOString()).toBe("1985-07-03T00:00:00.000Z");
  });

  test("is not the day of scanning in a WebP either", async () => {
    const exif = { IFD0: { Software: "VueScan 9 x64" }, IFD2: { DateTimeOriginal: "2024:03:15 10:00:00" } };
    const bytes = await picture().withExif(exif).webp().toBuffer();
    expect(await readPhotoMetadata(bytes)).toMatchObject({ takenAt: null });
  });

  test("is unknown in pictures without dates, in damaged ones and in missing files", async () => {
    const dated = await withDates({ DateTimeOriginal: "2019:08:07 06:05:04" });
    const inputs = [
      await picture().png().toBuffer(),
      await picture().gif().toBuffer(),
      Buffer.alloc(0),
      Buffer.from("nonsense"),
      dated.subarray(0, 30),
      "/nowhere/photo.jpg",
    ];
    for (const input of inputs) expect((await readPhotoMetadata(input)).takenAt).toBeNull();
  });
});
