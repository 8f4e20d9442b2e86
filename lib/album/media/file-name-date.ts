import { type WallClock, wallClockIn, wallClockOf } from "@/lib/album/media/wall-clock";

/** 20240703, 2024-07-03, 2024_07_03, 2024.07.03: one separator throughout, no digit before or after. */
const day =
  /(?<!\d)(19[5-9]\d|20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)|(?<!\d)(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=[0-2]\d[0-5]\d[0-5]\d(?!\d))/g;
const time = /^(?:[-_ T.]| at | um | à |)([01]\d|2[0-3])[-_.:]?([0-5]\d)[-_.:]?([0-5]\d)?/;
/** Milliseconds since 1970, as in FB_IMG_1720015530123.jpg and names by chat apps: 2001 to 2286, not in the future. */
const epoch = /(?<!\d)(1\d{12})(?!\d)/;
/** Pixel phones put UTC into their names, all others local time. */
const isInUtc = (name: string) => /^PXL_/i.test(name);

/**
 * When a file was made, by its name: IMG_20240703_141530, PXL_..., IMG-20240703-WA0001, "WhatsApp Image 2024-07-03 at
 * 14.15.30", Screenshot_20240703-141530, signal-2024-07-03-141530, photo_2024-07-03_14-15-30, FB_IMG_1720015530123. A
 * sequence number (IMG_1234, DSC01234) says nothing.
 * @param timeZone where the person is
 */
export function dateInFileName(name: string, timeZone: string, now = Date.now()): WallClock | null {
  const stem = name.replace(/\.[^.]*$/, "");
  // Check every part that could be a date: the first may be a sequence number.
  for (const found of stem.matchAll(day)) {
    const dated = [found[1] ?? found[5], found[3] ?? found[6], found[4] ?? found[7]].map(Number);
    const clock = time.exec(stem.slice(found.index + found[0].length));
    const wall = wallClockOf([...dated, ...(clock ?? []).slice(1).map((part) => Number(part ?? 0))], now);
    if (wall) return clock && isInUtc(name) ? wallClockIn(timeZone, Date.parse(`${wall}Z`), now) : wall;
  }
  const milliseconds = epoch.exec(stem)?.[1];
  return milliseconds ? wallClockIn(timeZone, Number(milliseconds), now) : null;
}
