import type { FoundFacts } from "@/lib/platform/files/original-facts";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { contentIdentifierOf } from "@/server/decoder/apple-maker-note";
import { exifOf } from "@/server/decoder/dates";
import { parseExif } from "@/server/decoder/exif";
import { open } from "@/server/decoder/open";

const pick = [
  "Make",
  "Model",
  "LensModel",
  "ExposureTime",
  "FNumber",
  "ISO",
  "FocalLength",
  "FocalLengthIn35mmFormat",
  "Flash",
  "ColorSpace",
  "Orientation",
  "GPSLatitude",
  "GPSLatitudeRef",
  "GPSLongitude",
  "GPSLongitudeRef",
  "GPSAltitude",
  "GPSAltitudeRef",
  "MakerNote",
];
const options = { pick, reviveValues: false, translateValues: false };
const colorSpaces: Record<number, string> = { 1: "sRGB", 2: "Adobe RGB" };
const maxText = 500;

type Tags = Record<string, unknown>;

const tagsIn = async (bytes: Buffer): Promise<Tags> => (await parseExif(bytes, options)) ?? {};

/** A hostile file can contain text of any length. */
const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, maxText) : null);
/** Some cameras write a number as a list of one. */
const numberOf = (value: unknown) => (Array.isArray(value) || value instanceof Uint8Array ? value[0] : value);

/** ICC.1, 7.2 and 9.2.41: the description in the profile's table of tags, as ASCII or as UTF-16. */
function profileName(icc: Buffer): string | null {
  const tagCount = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at < 132 + tagCount * 12; at += 12) {
    if (icc.toString("latin1", at, at + 4) !== "desc") continue;
    const start = icc.readUInt32BE(at + 4);
    const description = icc.subarray(start, start + icc.readUInt32BE(at + 8));
    const type = description.toString("latin1", 0, 4);
    if (type === "desc") return description.toString("latin1", 12, 11 + description.readUInt32BE(8));
    if (type !== "mluc") return null;
    const from = description.readUInt32BE(24);
    const utf16 = Buffer.from(description.subarray(from, from + description.readUInt32BE(20)));
    return utf16
      .subarray(0, utf16.length & ~1)
      .swap16()
      .toString("utf16le");
  }
  return null;
}

async function profileNameIn(bytes: Buffer): Promise<string | null> {
  const { icc } = await open(bytes, "none").metadata();
  return icc ? profileName(icc) : null;
}

function altitudeOf({ GPSAltitude: height, GPSAltitudeRef: reference }: Tags): unknown {
  return typeof height === "number" && numberOf(reference) === 1 ? -height : height;
}

/**
 * What a picture's EXIF and colour profile say; `lib/platform/files/original-facts.ts` drops what is absurd. Never
 * throws: each part that can't be read is left out.
 */
export async function readFacts(bytes: Buffer, { isWhole }: DecoderJobs["metadata"]): Promise<FoundFacts> {
  const exif = isWhole ? await exifOf(bytes).catch(() => null) : bytes;
  const tags: Tags = exif ? await tagsIn(exif).catch(() => ({})) : {};
  const profile = await profileNameIn(bytes).catch(() => null);
  const flash = numberOf(tags.Flash);
  return {
    cameraMake: textOf(tags.Make),
    cameraModel: textOf(tags.Model),
    lens: textOf(tags.LensModel),
    exposureSeconds: numberOf(tags.ExposureTime),
    fNumber: numberOf(tags.FNumber),
    iso: numberOf(tags.ISO),
    focalLengthMm: numberOf(tags.FocalLength),
    focalLength35mm: numberOf(tags.FocalLengthIn35mmFormat),
    hasFlashFired: typeof flash === "number" ? (flash & 1) === 1 : null,
    latitude: tags.latitude,
    longitude: tags.longitude,
    altitudeM: altitudeOf(tags),
    orientation: numberOf(tags.Orientation),
    colorSpace: textOf(profile) ?? colorSpaces[Number(numberOf(tags.ColorSpace))] ?? null,
    contentIdentifier: contentIdentifierOf(tags.makerNote),
  };
}
