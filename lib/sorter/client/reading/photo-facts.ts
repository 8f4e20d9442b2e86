import exifr from "exifr";
import { exifHeadOf } from "@/lib/album/media/client/exif-head";
import type { Place } from "@/lib/album/media/taken-date";
import { isScanDate } from "@/lib/shared/scan-date";

export interface PhotoFacts {
  exifDate: string | null;
  /** The date is the day of scanning. */
  isScan: boolean;
  gpsMs: number | null;
  place: Place | null;
  hasCamera: boolean;
}

const nothing: PhotoFacts = { exifDate: null, isScan: false, gpsMs: null, place: null, hasCamera: false };
const dateTags = ["DateTimeOriginal", "CreateDate"] as const;
const places = ["GPSLatitudeRef", "GPSLatitude", "GPSLongitudeRef", "GPSLongitude"];
const wanted = [
  ...dateTags,
  "ModifyDate",
  "Make",
  "Model",
  "Software",
  "GPSDateStamp",
  "GPSTimeStamp",
  ...places,
];
/** One object for all pictures: exifr keeps every options object it was ever given. */
const options = { pick: wanted, gps: true, reviveValues: false, translateValues: false };

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
/** A camera whose clock was never set writes blanks between the colons. */
const isDate = (value: unknown): value is string => isText(value) && /\d{4}/.test(value);

function stampOf(date: unknown, time: unknown): number | null {
  const parts = isText(date) ? /^(\d{4})[:-](\d{2})[:-](\d{2})/.exec(date) : null;
  if (!parts) return null;
  const clock = isText(time) ? time.split(":").map(Number) : Array.isArray(time) ? time.map(Number) : [];
  const [hour = 12, minute = 0, second = 0] = clock;
  const at = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), hour, minute, second);
  return Number.isFinite(at) && at > 0 ? at : null;
}

function placeOf(latitude: unknown, longitude: unknown): Place | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  const isReal =
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isReal ? { latitude, longitude } : null;
}

/** What a picture's EXIF says. Never throws: broken metadata yields nothing. */
export async function photoFactsOf(file: Blob, name: string): Promise<PhotoFacts> {
  try {
    const head = await (await exifHeadOf(file, name)).arrayBuffer();
    const tags: Record<string, unknown> = (await exifr.parse(head, options)) ?? {};
    const { Make: make, Model: model, Software: software, DateTimeOriginal: original } = tags;
    const isScan = isScanDate({ make, model, software, original, digitized: tags.CreateDate });
    const dates = dateTags.map((tag) => tags[tag]);
    // Many scanners write one date only.
    if (isScan) dates.push(tags.ModifyDate);
    return {
      exifDate: dates.find(isDate) ?? null,
      isScan,
      gpsMs: stampOf(tags.GPSDateStamp, tags.GPSTimeStamp),
      place: placeOf(tags.latitude, tags.longitude),
      hasCamera: isText(tags.Make),
    };
  } catch {
    return nothing;
  }
}
