import { dateInFileName } from "@/lib/album/media/file-name-date";
import { type DateEvidence, takenDateOf } from "@/lib/album/media/taken-date";

const zone = "Europe/London";
const now = Date.UTC(2026, 5, 15);

test.each([
  ["IMG_20240703_141530.jpg", "2024-07-03T14:15:30"],
  ["VID_20240703_141530.mp4", "2024-07-03T14:15:30"],
  ["20240703_141530.jpg", "2024-07-03T14:15:30"],
  ["20240703_141530(0).jpg", "2024-07-03T14:15:30"],
  // Pixel phones write UTC; in July, London is an hour ahead.
  ["PXL_20240703_141530123.jpg", "2024-07-03T15:15:30"],
  ["PXL_20240703_141530123.MP.jpg", "2024-07-03T15:15:30"],
  ["IMG-20240703-WA0001.jpg", "2024-07-03T12:00:00"],
  ["VID-20240703-WA0012.mp4", "2024-07-03T12:00:00"],
  ["WhatsApp Image 2024-07-03 at 14.15.30.jpeg", "2024-07-03T14:15:30"],
  ["WhatsApp Image 2024-07-03 at 14.15.30 (2).jpeg", "2024-07-03T14:15:30"],
  ["Screenshot_20240703-141530.png", "2024-07-03T14:15:30"],
  ["Screenshot_2024-07-03-14-15-30-123_com.app.jpg", "2024-07-03T14:15:30"],
  ["Screenshot 2024-07-03 at 14.15.30.png", "2024-07-03T14:15:30"],
  ["Bildschirmfoto 2024-07-03 um 14.15.30.png", "2024-07-03T14:15:30"],
  ["signal-2024-07-03-14-15-30-123.jpg", "2024-07-03T14:15:30"],
  ["signal-2024-07-03-141530.jpg", "2024-07-03T14:15:30"],
  ["photo_2024-07-03_14-15-30.jpg", "2024-07-03T14:15:30"],
  ["2024-07-03 14.15.30.jpg", "2024-07-03T14:15:30"],
  ["2024.07.03 birthday.jpg", "2024-07-03T12:00:00"],
  ["FB_IMG_1720015530123.jpg", "2024-07-03T15:05:30"],
  ["1720015530123.jpg", "2024-07-03T15:05:30"],
  ["DJI_20240703141530_0001_D.JPG", "2024-07-03T14:15:30"],
  ["29 February 2024-02-29.jpg", "2024-02-29T12:00:00"],
])("%s was taken %s", (name, at) => {
  expect(dateInFileName(name, zone, now)).toBe(at);
});

test.each([
  "IMG_1234.JPG",
  "DSC01234.JPG",
  "DSC_20241301.JPG",
  "P1020304.JPG",
  "2023-02-30.jpg",
  "19001231.jpg",
  "IMG_20991231_101010.jpg",
  "12345620240703999.jpg",
  "2024-0703.jpg",
  "",
  "holiday.jpg",
  "9f86d081884c7d659a2feaa0c55ad015.jpg",
])("%s gives no date", (name) => {
  expect(dateInFileName(name, zone, now)).toBeNull();
});

const evidence = (facts: Partial<DateEvidence>) =>
  takenDateOf({ name: "IMG_1.jpg", modifiedMs: Date.UTC(2024, 0, 31, 12), timeZone: zone, ...facts }, now);

test("the camera's own date is certain, whatever the name and the modification date say", () => {
  expect(evidence({ exifDate: "2023:12:31 23:59:59", name: "IMG_20240703_141530.jpg" })).toEqual({
    at: "2023-12-31T23:59:59",
    source: "camera",
    confidence: "sure",
  });
});

test("a clip's own date with its zone is the local time there", () => {
  expect(
    evidence({ clipLocalDate: "2024-03-01T00:30:00+1300", clipMs: Date.UTC(2024, 1, 29, 11, 30) }),
  ).toEqual({
    at: "2024-03-01T00:30:00",
    source: "clip",
    confidence: "sure",
  });
});

test("a clip's UTC date is in the month of its place: half past eleven UTC is next month in Auckland", () => {
  const clipMs = Date.UTC(2024, 1, 29, 11, 30);
  expect(evidence({ clipMs, placeTimeZone: "Pacific/Auckland" })).toEqual({
    at: "2024-03-01T00:30:00",
    source: "clip",
    confidence: "sure",
  });
  expect(evidence({ clipMs })).toMatchObject({ at: "2024-02-29T11:30:00", confidence: "likely" });
});

test("a GPS stamp is read in the zone of its place", () => {
  const found = evidence({ gpsMs: Date.UTC(2024, 6, 31, 23), placeTimeZone: "Europe/Berlin" });
  expect(found).toEqual({ at: "2024-08-01T01:00:00", source: "camera", confidence: "sure" });
});

test("Google's record replaces a missing date, and corrects a camera's wrong one", () => {
  const takeoutMs = Date.UTC(2023, 7, 5, 10);
  expect(evidence({ takeoutMs })).toMatchObject({ at: "2023-08-05T11:00:00", source: "takeout" });
  expect(evidence({ takeoutMs, exifDate: "2023:08:05 11:00:00" })).toMatchObject({ source: "camera" });
  expect(evidence({ takeoutMs, exifDate: "2019:01:01 00:00:00" })).toMatchObject({
    source: "takeout",
    confidence: "likely",
  });
});

test("a camera whose clock was never set is only a guess, and less than a name", () => {
  const exifDate = "2014:01:01 00:00:12";
  expect(evidence({ exifDate })).toMatchObject({ source: "camera", confidence: "guess" });
  expect(evidence({ exifDate, name: "IMG_20240703_141530.jpg" })).toMatchObject({
    source: "name",
    confidence: "likely",
  });
});

test.each(["0000:00:00 00:00:00", "2024:02:31 10:00:00", "    :  :     :  :  ", "2031:01:01 10:00:00", "x"])(
  "a camera's '%s' isn't a date: the modification date is a guess",
  (exifDate) => {
    expect(evidence({ exifDate })).toEqual({
      at: "2024-01-31T12:00:00",
      source: "modified",
      confidence: "guess",
    });
  },
);

test("the day of scanning isn't a date, nor is its name or the modification date", () => {
  const scan = { isScan: true, exifDate: "2024:03:15 10:00:00" };
  expect(evidence({ ...scan, name: "Scan_20240315_100000.jpg" })).toBeNull();
  expect(evidence({ ...scan, takeoutMs: Date.UTC(2024, 2, 15, 10) })).toBeNull();
  expect(evidence({ isScan: true, name: "IMG_20240315_0001.jpg" })).toBeNull();
});

test("an earlier day that a person gave a scan is its date", () => {
  const scan = { isScan: true, exifDate: "2024:03:15 10:00:00" };
  expect(evidence({ ...scan, name: "1985-07-03 Nana.jpg" })).toEqual({
    at: "1985-07-03T12:00:00",
    source: "name",
    confidence: "likely",
  });
  expect(evidence({ ...scan, takeoutMs: Date.UTC(1985, 6, 3, 10) })).toMatchObject({
    at: "1985-07-03T11:00:00",
    source: "takeout",
  });
});

test("if nothing is known, there is no date", () => {
  expect(evidence({ modifiedMs: 0 })).toBeNull();
});
