import { dateInFileName } from "@/lib/album/media/file-name-date";
import { parseWallClock, type WallClock, wallClockIn, wallClockMs } from "@/lib/album/media/wall-clock";

export type DateSource = "camera" | "clip" | "takeout" | "name" | "modified";
/** `sure`: the file itself says so; `likely`: it can be inferred; `guess`: a person should check. */
export type DateConfidence = "sure" | "likely" | "guess";

export interface TakenDate {
  at: WallClock;
  source: DateSource;
  confidence: DateConfidence;
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** Everything that a file and its sidecars say about its time. */
export interface DateEvidence {
  name: string;
  /** Milliseconds since 1970; 0 if unknown. */
  modifiedMs: number;
  /** EXIF's DateTimeOriginal or similar, as written. */
  exifDate?: string | null | undefined;
  /** EXIF's date is the day on which the picture was scanned. */
  isScan?: boolean | undefined;
  /** EXIF's GPS stamp, UTC: milliseconds since 1970. */
  gpsMs?: number | null | undefined;
  /** A clip's own date, if it has one with its zone: "2024-07-03T14:05:00+0200". */
  clipLocalDate?: string | null | undefined;
  /** A clip's movie header, UTC according to the standard: milliseconds since 1970. */
  clipMs?: number | null | undefined;
  /** Google's own record, UTC: milliseconds since 1970. People correct wrong camera dates there. */
  takeoutMs?: number | null | undefined;
  /** The zone of the location where it was taken. */
  placeTimeZone?: string | null | undefined;
  /** The browser's zone. */
  timeZone: string;
}

/** Cameras whose clock was never set start at midnight on New Year's Day. */
const isUnsetClock = (at: WallClock) => /-01-01T00:0\d:/.test(at) && Number(at.slice(0, 4)) <= 2018;
/** Time zones differ by up to 26 hours; beyond that, someone corrected the date. */
const correctedByMs = 36 * 3_600_000;

/** Scanning software also puts its date into the name; an earlier date was written by a person. */
function scannedPhotoDate(
  scannedAt: WallClock | null,
  takeout: WallClock | null,
  inName: WallClock | null,
): TakenDate | null {
  if (!scannedAt) return null;
  const isEarlier = (at: WallClock | null) => at && wallClockMs(scannedAt) - wallClockMs(at) > correctedByMs;
  if (takeout && isEarlier(takeout)) return { at: takeout, source: "takeout", confidence: "likely" };
  return inName && isEarlier(inName) ? { at: inName, source: "name", confidence: "likely" } : null;
}

/**
 * When a picture or clip was taken, and how sure that is. In this order: the camera's EXIF date, the clip's own date,
 * Google's record, a GPS stamp or a clip's header in the location's time zone, the file's name, the day it was last
 * changed. Null if nothing is known or, for a scan, only the day of scanning.
 */
export function takenDateOf(evidence: DateEvidence, now = Date.now()): TakenDate | null {
  const { name, modifiedMs, timeZone } = evidence;
  const zone = evidence.placeTimeZone ?? timeZone;
  /** A moment in UTC is only as sure as the time zone of its location. */
  const inZone: DateConfidence = evidence.placeTimeZone ? "sure" : "likely";
  const inName = dateInFileName(name, timeZone, now);
  const takeout = evidence.takeoutMs != null ? wallClockIn(zone, evidence.takeoutMs, now) : null;

  const written = evidence.exifDate ?? evidence.clipLocalDate;
  const own = written ? parseWallClock(written, now) : null;
  if (evidence.isScan) return scannedPhotoDate(own, takeout, inName);
  if (own) {
    const source: DateSource = evidence.exifDate ? "camera" : "clip";
    const isCorrected = takeout && Math.abs(wallClockMs(takeout) - wallClockMs(own)) > correctedByMs;
    if (isCorrected) return { at: takeout, source: "takeout", confidence: "likely" };
    if (!isUnsetClock(own)) return { at: own, source, confidence: "sure" };
    if (!inName && !takeout) return { at: own, source, confidence: "guess" };
  }
  if (takeout) return { at: takeout, source: "takeout", confidence: inZone };
  const stamped = evidence.gpsMs != null ? wallClockIn(zone, evidence.gpsMs, now) : null;
  if (stamped) return { at: stamped, source: "camera", confidence: inZone };
  const clip = evidence.clipMs != null ? wallClockIn(zone, evidence.clipMs, now) : null;
  if (clip) return { at: clip, source: "clip", confidence: inZone };
  if (inName) return { at: inName, source: "name", confidence: "likely" };
  const changed = modifiedMs > 0 ? wallClockIn(timeZone, modifiedMs, now) : null;
  return changed ? { at: changed, source: "modified", confidence: "guess" } : null;
}
