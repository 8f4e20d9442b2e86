import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

type Format = "jpeg" | "png" | "gif" | "webp" | "avif";

const made = new Map<string, Promise<Buffer>>();

/** A small picture, always the same for the same arguments. */
export function plainPicture(format: Format = "jpeg", width = 32, height = 24): Promise<Buffer> {
  const name = `${format} ${width} ${height}`;
  let found = made.get(name);
  if (!found) {
    const background = { r: 30, g: 120, b: 200 };
    found = sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toBuffer();
    made.set(name, found);
  }
  return found;
}

/** A small picture that nobody has uploaded yet: what follows a picture's end is ignored. */
export async function tinyPicture(format: Format = "jpeg"): Promise<Buffer> {
  return Buffer.concat([await plainPicture(format), randomBytes(16)]);
}

/** A picture of tests/fixtures/heif, whose README says what it shows. */
export const heifPicture = (name: string, extension = "heic"): Buffer =>
  readFileSync(path.join(import.meta.dirname, "..", "fixtures", "heif", `${name}.${extension}`));

/** A raw photo of tests/fixtures/raw, whose README says what it shows. */
export const rawPhoto = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, "..", "fixtures", "raw", name));

/** A picture of tests/fixtures/jxl, whose README says what it shows. */
export const jxlPicture = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, "..", "fixtures", "jxl", `${name}.jxl`));

/** A JPEG with the metadata that cameras and people write into one: time, location, text. */
export async function cameraPicture(takenAt = "2023:05:06 07:08:09"): Promise<Buffer> {
  const background = { r: 200, g: randomBytes(1)[0] ?? 0, b: 60 };
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>xmp words</secret></x:xmpmeta>')
    .withExifMerge({
      IFD0: {
        Make: "Secret Camera",
        Copyright: "Somebody's name",
        ImageDescription: randomBytes(8).toString("hex"),
      },
      IFD2: { DateTimeOriginal: takenAt },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 0/1",
      },
    })
    .jpeg()
    .toBuffer();
}

/** A JPEG with these fields in the first and the EXIF directory of its metadata. */
export const pictureWithExif = (
  general: Record<string, string>,
  dates: Record<string, string>,
): Promise<Buffer> =>
  sharp({
    create: { width: 64, height: 48, channels: 3, background: { r: 200, g: randomBytes(1)[0] ?? 0, b: 60 } },
  })
    .withExif({ IFD0: { ImageDescription: randomBytes(8).toString("hex"), ...general }, IFD2: dates })
    .jpeg()
    .toBuffer();

/** The first box of an MP4 followed by noise: a video by its first bytes, but not playable. */
export function clipBytes(bytes = 64): Buffer {
  const head = Buffer.from("\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isomiso2", "latin1");
  return Buffer.concat([head, randomBytes(Math.max(0, bytes - head.length))]);
}
