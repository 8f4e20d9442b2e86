import { describeAlbum } from "@/lib/shared/album-text";
import { counted } from "@/lib/shared/counted";
import { formatRelativeDay } from "@/lib/shared/day-text";
import { daysLeft } from "@/lib/shared/days-left";
import { formatDuration } from "@/lib/shared/duration";
import { greetingAt, spokenName } from "@/lib/shared/greeting";
import { megabytes } from "@/lib/shared/megabytes";

test.each([
  [1, "1 item"],
  [0, "0 items"],
  [1204, "1,204 items"],
])("%i is counted as %s", (count, words) => expect(counted(count, "item")).toBe(words));

test.each([
  [6_900, "0:07"],
  [65_000, "1:05"],
  [3_723_000, "1:02:03"],
])("%i ms lasts %s", (durationMs, words) => expect(formatDuration(durationMs)).toBe(words));

test.each([
  [2, "Good evening"],
  [5, "Good morning"],
  [12, "Good afternoon"],
  [18, "Good evening"],
])("at %i o'clock the greeting is %s", (hour, words) => expect(greetingAt(hour)).toBe(words));

test("a lowercase name is greeted with a capital, any other unchanged", () => {
  expect([spokenName("ada"), spokenName("McKenna")]).toEqual(["Ada", "McKenna"]);
});

test("a day is described relative to the reader's now", () => {
  const now = new Date(2026, 10, 21, 9);
  const told = (day: number) => formatRelativeDay(new Date(2026, 10, day, 23), now);
  expect([told(21), told(20), told(17), told(2)]).toEqual([
    "today",
    "yesterday",
    "on Tuesday",
    "on 2 November 2026",
  ]);
});

test("a started day in the trash counts as one left, a past one as none", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(daysLeft(new Date("2026-11-22T11:00:00Z"), now)).toBe(1);
  expect(daysLeft(new Date("2026-11-20T11:00:00Z"), now)).toBe(0);
});

test("the album is summarised over its years", () => {
  const years = [
    { year: 2026, itemCount: 1200 },
    { year: 2022, itemCount: 4 },
  ];
  expect(describeAlbum(years)).toBe("1,204 photos and videos from 2022 to 2026");
  expect(describeAlbum(years.slice(1))).toBe("4 photos and videos from 2022");
});

test("sizes are shown in KB, MB and GB", () => {
  const sizes = [300, 840_000, 4_404_019, 104_857_600, 1_073_741_823, 1_073_741_824, 4_509_715_661];
  expect(sizes.map(megabytes)).toEqual(["1 KB", "820 KB", "4.2 MB", "100 MB", "1024 MB", "1.0 GB", "4.2 GB"]);
});
