import { firstWeekday, monthGrid, weekdayNames } from "@/lib/album/books/calendar";
import {
  bleedMm,
  boundPages,
  cropFor,
  dpiOf,
  layoutsFor,
  leastDpi,
  pageSizes,
  planCover,
  planMonth,
  planPage,
  printedPixels,
  spineMm,
} from "@/lib/album/books/layouts";
import { bookFormats } from "@/lib/album/books/limits";
import type { PrintedBox as Box } from "@/lib/shared/printed-page";

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width - 0.01 &&
  other.left < one.left + one.width - 0.01 &&
  one.top < other.top + other.height - 0.01 &&
  other.top < one.top + one.height - 0.01;

const shapes = [4 / 3, 3 / 4, 1.5, 2 / 3, 16 / 9, 1];
const words = { heading: "March", caption: "At the lake" };

describe("a page", () => {
  test.each(bookFormats)("of %s has whole photos, inside the margins, that never overlap", (format) => {
    const [width, height] = pageSizes[format];
    for (let count = 1; count <= 6; count++) {
      const ratios = shapes.slice(0, count);
      for (const layout of [null, ...layoutsFor(count).filter((name) => name !== "full")]) {
        const { photos, caption, heading } = planPage(format, { layout, ratios, ...words });
        expect(photos).toHaveLength(count);
        for (const [at, box] of photos.entries()) {
          expect(box.width / box.height).toBeCloseTo(ratios[at] ?? 0, 5);
          expect(Math.min(box.left, box.top)).toBeGreaterThan(bleedMm);
          expect(box.left + box.width).toBeLessThan(width - bleedMm);
          expect(box.top + box.height).toBeLessThan(height - bleedMm);
          const others = [...photos.slice(at + 1), caption, heading].filter((other) => other !== null);
          expect(others.filter((other) => overlap(box, other))).toEqual([]);
        }
      }
    }
  });

  test("has the chosen layout, or the one in which its photos are largest", () => {
    const ratios = [1.5, 1.5, 1.5];
    expect(planPage("a4", { layout: "bigLeft", ratios, ...words }).layout).toBe("bigLeft");
    const upright = planPage("a4", { layout: null, ratios: [1.5, 1.5], heading: "", caption: "" });
    expect(upright.layout).toBe("column");
    const across = planPage("landscape", { layout: null, ratios: [0.7, 0.7], heading: "", caption: "" });
    expect(across.layout).toBe("row");
    // A layout for two photos, after a third was added.
    expect(planPage("a4", { layout: "whole", ratios, ...words }).photos).toHaveLength(3);
  });

  test("has a photo to the edges, including the bleed", () => {
    const page = planPage("square", { layout: "full", ratios: [1], heading: "", caption: "" });
    expect(page.photos).toEqual([{ left: -3, top: -3, width: 216, height: 216 }]);
  });

  test("of text alone has it in the middle", () => {
    const page = planPage("a4", { layout: null, ratios: [], ...words });
    expect(page.photos).toEqual([]);
    expect(page.heading?.top).toBeGreaterThan(80);
  });

  test("with a panorama leaves room for others", () => {
    const { photos } = planPage("square", { layout: null, ratios: [8, 1], heading: "", caption: "" });
    expect(photos.every(({ width, height }) => width > 30 && height > 30)).toBe(true);
  });
});

describe("a cover", () => {
  test("bleeds on three sides beside a spine, and on four without one", () => {
    const beside = planCover("square", { hasPhoto: true, hasSpine: true }).photo;
    expect(beside).toMatchObject({ left: 0, top: -3, width: 213 });
    const alone = planCover("square", { hasPhoto: true, hasSpine: false }).photo;
    expect(alone).toMatchObject({ left: -3, top: -3, width: 216 });
    expect(planCover("a4", { hasPhoto: false, hasSpine: true }).photo).toBeNull();
  });

  test.each([
    [3, 20],
    [20, 20],
    [21, 24],
    [60, 60],
    [61, 64],
  ])("a book of %i pages is bound with %i", (pages, bound) => {
    expect(boundPages(pages)).toBe(bound);
  });

  test("the spine grows with the pages: 20 pages 5.6 mm, 60 pages 8.8 mm", () => {
    expect([spineMm(20), spineMm(60), spineMm(120)]).toEqual([5.6, 8.8, 13.6]);
  });
});

describe("sharpness", () => {
  const box = { left: 0, top: 0, width: 203.2, height: 152.4 };

  test.each([
    [2400, 1800, 300],
    [2000, 1500, 250],
    [1999, 1500, 249],
    [800, 600, 100],
  ])("%i x %i on 8 x 6 inches are %i dpi", (width, height, dpi) => {
    expect(dpiOf({ width, height }, box)).toBe(dpi);
    expect(dpi < leastDpi).toBe(width < 2000);
  });

  test("is printed at 300 dpi at most, and never at more than the photo has", () => {
    expect(printedPixels({ width: 4000, height: 3000 }, box)).toEqual([2400, 1800]);
    expect(printedPixels({ width: 800, height: 600 }, box)).toEqual([800, 600]);
  });
});

describe("a crop", () => {
  const square = { width: 100, height: 100 };

  test("without faces is the same as for a print", () => {
    const crop = cropFor({ width: 300, height: 200 }, square, null);
    expect([crop.x, crop.width, crop.height]).toEqual([expect.closeTo(1 / 6), expect.closeTo(2 / 3), 1]);
  });

  test.each([
    ["at the left edge", { x: 0, y: 0.2, width: 0.2, height: 0.2 }, 0],
    ["at the right edge", { x: 0.85, y: 0.2, width: 0.15, height: 0.2 }, 1 / 3],
    ["in the middle", { x: 0.4, y: 0.2, width: 0.2, height: 0.2 }, 1 / 6],
    ["all over", { x: 0.1, y: 0, width: 0.8, height: 1 }, 1 / 6],
  ])("keeps faces %s", (_, faces, x) => {
    const crop = cropFor({ width: 300, height: 200 }, square, faces);
    expect(crop.x).toBeCloseTo(x, 5);
    expect(crop.x + crop.width).toBeLessThanOrEqual(1.0001);
  });
});

describe("a calendar's month", () => {
  test.each(["a4", "square"] as const)("of %s has its photo to the edges, above the days", (format) => {
    const { photos, title, grid } = planMonth(format, [1.5]);
    const [width, height] = pageSizes[format];
    expect(photos).toEqual([expect.objectContaining({ left: -3, top: -3, width: width + 6 })]);
    const [photo] = photos as [Box];
    expect(photo.top + photo.height).toBeLessThanOrEqual(title.top);
    expect(title.top + title.height).toBeLessThanOrEqual(grid.top);
    expect(grid.top + grid.height).toBeLessThan(height - bleedMm);
  });

  test("starts its weeks as the reader's country does", () => {
    expect(["en-GB", "en-US", "en-DE", "en-CA"].map(firstWeekday)).toEqual([1, 7, 1, 7]);
    expect(weekdayNames(7)).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    const dates = (firstDay: number) => monthGrid(2027, 8, firstDay, [])[0]?.map((day) => day?.date ?? null);
    // 1 August 2027 is a Sunday.
    expect(dates(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(dates(1)).toEqual([null, null, null, null, null, null, 1]);
  });

  test("has 28 to 31 days in at most six weeks", () => {
    for (let month = 1; month <= 12; month++) {
      const weeks = monthGrid(2028, month, 1, []);
      expect(weeks.length).toBeLessThanOrEqual(6);
      expect(weeks.flat().filter((day) => day !== null)).toHaveLength(new Date(2028, month, 0).getDate());
    }
  });

  test("has birthdays with the age reached, those on 29 February on the 28th, and none before the birth", () => {
    const birthdays = [
      { name: "Ada", birthDate: "2020-02-29" },
      { name: "Nana", birthDate: "1950-02-03" },
      { name: "Bean", birthDate: "2027-02-03" },
      { name: "Later", birthDate: "2028-02-03" },
    ];
    const words = (year: number) =>
      monthGrid(year, 2, 1, birthdays)
        .flat()
        .flatMap((day) => (day && day.words.length > 0 ? [`${day.date}: ${day.words.join(", ")}`] : []));
    expect(words(2027)).toEqual(["3: Nana is 77, Bean", "28: Ada is 7"]);
    expect(words(2028)).toContain("29: Ada is 8");
  });
});
