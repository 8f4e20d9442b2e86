import { chooseMemories, keptAYear, type MemoryCandidate } from "@/lib/album/memories/choose";
import {
  daysLater,
  formatYearsAgo,
  isCalendarDay,
  onThisDayPath,
  rememberedDays,
} from "@/lib/album/memories/days";
import { dayInZone, hourInZone, isTimeZone } from "@/lib/shared/day-in-zone";
import { distinctLikeness } from "@/tests/support/sorter-items";

describe("the days remembered on a date", () => {
  test.each([
    ["2026-11-26", [1126]],
    ["2026-03-01", [301]],
    ["2028-02-28", [228]],
    ["2028-02-29", [229]],
    ["2027-02-28", [228, 229]],
    ["2100-02-28", [228, 229]],
    ["2026-12-31", [1231]],
    ["2027-01-01", [101]],
  ])("%s: %j", (date, days) => {
    expect(rememberedDays(date)).toEqual(days);
  });

  test("29 February is remembered once every year, leap year or not", () => {
    for (let year = 2024; year < 2033; year++) {
      const days = Array.from({ length: 366 }, (_, index) => daysLater(`${year}-01-01`, index)).filter(
        (day) => day.startsWith(String(year)),
      );
      expect([year, days.filter((day) => rememberedDays(day).includes(229))]).toEqual([
        year,
        [expect.stringMatching(/-02-2[89]$/)],
      ]);
    }
  });

  test.each([
    ["2024-02-29", true],
    ["2023-02-29", false],
    ["2026-04-31", false],
    ["2026-4-3", false],
    ["today", false],
    ["", false],
  ])("whether %j is a date: %j", (text, isDay) => {
    expect(isCalendarDay(text)).toBe(isDay);
  });

  test("a day later and earlier, across months and years", () => {
    expect([daysLater("2026-12-31", 1), daysLater("2024-03-01", -1), daysLater("2026-03-29", 1)]).toEqual([
      "2027-01-01",
      "2024-02-29",
      "2026-03-30",
    ]);
  });
});

describe("the reader's today", () => {
  test.each([
    // The same moment falls on three different dates around the world.
    ["2026-11-26T10:30:00Z", "Pacific/Kiritimati", "2026-11-27", 0],
    ["2026-11-26T10:30:00Z", "Pacific/Pago_Pago", "2026-11-25", 23],
    ["2026-11-26T10:30:00Z", "Europe/London", "2026-11-26", 10],
    ["2026-11-26T10:30:00Z", "Asia/Kathmandu", "2026-11-26", 16],
    // Clocks change at 01:00 UTC: an hour is skipped on 29 March, and one repeats on 25 October.
    ["2026-03-29T00:59:00Z", "Europe/Berlin", "2026-03-29", 1],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29", 3],
    ["2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25", 2],
    ["2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25", 2],
    ["2028-02-29T23:30:00Z", "Europe/Berlin", "2028-03-01", 0],
  ])("%s in %s is %s, %d o'clock", (moment, timeZone, day, hour) => {
    const now = new Date(moment);
    expect([dayInZone(now, timeZone), hourInZone(now, timeZone)]).toEqual([day, hour]);
  });

  test("only names of time zones are stored", () => {
    expect(["Europe/London", "UTC"].map(isTimeZone)).toEqual([true, true]);
    expect(["Mars/Olympus", "", "'; DROP TABLE"].map(isTimeZone)).toEqual([false, false, false]);
  });
});

test("years are written the usual way", () => {
  expect([1, 3, 12, 13].map(formatYearsAgo)).toEqual([
    "One year ago",
    "Three years ago",
    "Twelve years ago",
    "13 years ago",
  ]);
  expect([onThisDayPath(), onThisDayPath("2026-11-26")]).toEqual([
    "/on-this-day",
    "/on-this-day?date=2026-11-26",
  ]);
});

let made = 0;
function candidate(
  change: Partial<MemoryCandidate> & { sharpness?: number; likeness?: string } = {},
): MemoryCandidate {
  const id = change.id ?? `item-${String(++made).padStart(4, "0")}`;
  const takenAt = change.takenAt ?? new Date(Date.UTC(2023, 10, 26, 8 + (made % 12), made % 60));
  const { sharpness = 200, likeness = distinctLikeness(), ...rest } = change;
  return {
    id,
    fileName: "IMG_1.jpg",
    isVideo: false,
    takenAt,
    memberIds: [],
    isMeasured: true,
    hasCamera: true,
    isPaper: false,
    hearts: 0,
    isFeatured: false,
    comments: 0,
    hasDescription: false,
    shot: {
      ...{ id, likeness, tone: [100, 110, 120], width: 4000, height: 3000, takenMs: takenAt.getTime() },
      ...{ sharpness, isDark: false, isEdited: false },
    },
    ...rest,
  };
}
const chosen = (candidates: readonly MemoryCandidate[]) => chooseMemories(candidates).map(({ id }) => id);

describe("the choice", () => {
  test("is by hearts, people and sharpness, year by year", () => {
    const plain = candidate({ id: "plain" });
    const sharp = candidate({ id: "sharp", sharpness: 2000 });
    const people = candidate({ id: "people", memberIds: ["ada", "ben"] });
    const loved = candidate({ id: "loved", hearts: 3 });
    expect(chosen([plain, sharp, people, loved])).toEqual(["loved", "people", "sharp", "plain"]);
    const earlier = candidate({ id: "earlier", takenAt: new Date("2022-11-26T10:00:00Z") });
    const picks = chooseMemories([earlier, plain, loved]);
    expect(picks.map(({ id, year, place }) => [id, year, place]).sort()).toEqual([
      ["earlier", 2022, 0],
      ["loved", 2023, 0],
      ["plain", 2023, 1],
    ]);
  });

  test("has one of a burst, and one of a photo that was saved twice", () => {
    const likeness = distinctLikeness();
    const burst = Array.from({ length: 10 }, (_, index) =>
      candidate({
        id: `burst-${index}`,
        likeness,
        sharpness: index === 4 ? 900 : 200,
        takenAt: new Date(Date.UTC(2023, 10, 26, 10, 0, index)),
      }),
    );
    const copy = candidate({ id: "copy", likeness, takenAt: new Date("2023-11-26T19:00:00Z") });
    expect(chosen([...burst, copy, candidate({ id: "other" })])).toEqual(["burst-4", "other"]);
  });

  test("spreads over the hours of a day and its people", () => {
    const at = (hour: number, minute: number) => new Date(Date.UTC(2023, 10, 26, hour, minute));
    const lunch = [0, 20, 40].map((minute) =>
      candidate({ id: `lunch-${minute}`, hearts: 1, takenAt: at(12, minute) }),
    );
    const walk = candidate({ id: "walk", hearts: 1, takenAt: at(16, 0) });
    expect(
      chosen([...lunch, walk])
        .slice(0, 2)
        .sort(),
    ).toEqual(["lunch-0", "walk"]);
    const withAda = [9, 11, 13].map((hour) =>
      candidate({ id: `ada-${hour}`, memberIds: ["ada"], takenAt: at(hour, 0) }),
    );
    const withBen = candidate({ id: "ben", memberIds: ["ben"], takenAt: at(18, 0) });
    expect(
      chosen([...withAda, withBen])
        .slice(0, 2)
        .sort(),
    ).toEqual(["ada-9", "ben"]);
  });

  test.each([
    ["a screenshot or document", { isPaper: true, hearts: 5 }, false],
    ["a screenshot by its name", { fileName: "Screenshot_20231126.jpg", isMeasured: false }, false],
    ["a recording of the screen", { fileName: "Screen Recording 2023-11-26.mp4", isVideo: true }, false],
    [
      "what isn't measured and names no camera",
      { isMeasured: false, hasCamera: false, shot: null, hearts: 5 },
      false,
    ],
    ["a camera's photo that isn't measured yet", { isMeasured: false, shot: null }, true],
    ["a blurred photo", { sharpness: 5 }, false],
    ["a blurred photo that someone loves", { sharpness: 5, hearts: 1 }, true],
    ["a video", { isVideo: true, isMeasured: false, hasCamera: false, shot: null }, true],
    ["a clear sky, which can't be compared", { shot: null }, true],
  ])("with %s: %j is a memory: %j", (_, change, isMemory) => {
    expect(chosen([candidate({ id: "it", ...change })])).toEqual(isMemory ? ["it"] : []);
  });

  test("keeps several screens of each year, and no more even of a day with thousands", () => {
    const many = Array.from({ length: 3000 }, () => candidate());
    const picks = chooseMemories(many);
    expect(picks).toHaveLength(keptAYear);
    expect(new Set(picks.map(({ id }) => id)).size).toBe(keptAYear);
  });
});
