import fc from "fast-check";
import { printLetterPages } from "@/lib/notify/digest/printed-letter";

const side = fc.integer({ min: 100, max: 1280 });
const anyPhotos = fc.array(
  fc.record({ width: side, height: side, caption: fc.constantFrom("", "Low tide") }),
  { minLength: 1, maxLength: 6 },
);
const printed = (photos: { width: number; height: number; caption: string }[]) =>
  printLetterPages({
    heading: "This week at The Okafors",
    text: "Six photos from Mum and Dad.",
    photos,
    question: "Who is that?",
  });
const landscape = { width: 1280, height: 960, caption: "At the lake" };

describe("a printed letter", () => {
  test("has each photo once, in its own shape, with its text on the same page, and nothing beyond an edge", () => {
    fc.assert(
      fc.property(anyPhotos, (photos) => {
        const { pages, photoCount } = printed(photos);
        const items = pages.flatMap((page, at) => page.items.map((item) => ({ ...item, at })));
        const shown = items.flatMap((item) => (item.kind === "photo" ? [item] : []));
        expect(photoCount).toBe(photos.length);
        expect(shown.map(({ photo }) => photo)).toEqual(photos.map((_, at) => at));
        for (const { photo, box, at } of shown) {
          const { width, height, caption } = photos[photo] ?? landscape;
          expect(box.width / box.height).toBeCloseTo(width / height, 5);
          const words = items.filter(
            (item) =>
              item.kind === "text" && item.text === caption && item.at === at && item.box.left === box.left,
          );
          if (caption) expect(words.some((item) => item.box.top > box.top + box.height)).toBe(true);
        }
        for (const { width, height, items: onPage } of pages) {
          for (const { box } of onPage) {
            expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
            expect(box.left + box.width).toBeLessThanOrEqual(width);
            expect(box.top + box.height).toBeLessThanOrEqual(height);
          }
        }
      }),
    );
  });

  test("asks its question below the best photo, which is the largest, and has six on two sides of a sheet", () => {
    const { pages } = printed(Array.from({ length: 6 }, () => landscape));
    expect(pages).toHaveLength(2);
    const [best, ...others] = pages.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === "photo" ? [item.box] : [])),
    );
    for (const { width } of others) expect(width).toBeLessThan(best?.width ?? 0);
    const question = pages[0]?.items.find((item) => item.kind === "text" && item.text === "Who is that?");
    expect(question?.box.top).toBeGreaterThan((best?.top ?? 0) + (best?.height ?? 0));
  });

  test("numbers its pages if there are several", () => {
    const numbers = (count: number) =>
      printed(Array.from({ length: count }, () => landscape)).pages.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === "text" && /^\d \/ \d$/.test(item.text) ? [item.text] : [])),
      );
    expect(numbers(1)).toEqual([]);
    expect(numbers(6)).toEqual(["1 / 2", "2 / 2"]);
  });
});
