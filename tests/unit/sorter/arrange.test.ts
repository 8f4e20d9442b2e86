import fc from "fast-check";
import { arrange, idsOf, monthOfItem } from "@/lib/sorter/arrange";
import type { ReviewItem } from "@/lib/sorter/review-item";
import { distinctLikeness, sortedItem } from "@/tests/support/sorter-items";

const now = { firstYear: 2022, today: new Date(2026, 5, 15) };
const at = (text: string) => ({ at: text, source: "camera", confidence: "sure" }) as const;

test("pictures go to the months they were taken in, newest first", () => {
  const [july, march, again] = [
    sortedItem({ taken: at("2024-07-03T10:00:00") }),
    sortedItem({ taken: at("2025-03-03T10:00:00") }),
    sortedItem({ taken: at("2024-07-01T10:00:00") }),
  ];
  expect(arrange([july, march, again], now).months).toEqual([
    { year: 2025, month: 3, ids: [march.id] },
    { year: 2024, month: 7, ids: [again.id, july.id] },
  ]);
});

test("a guess, a date before the album begins, one in the future and none at all are uncertain, in groups", () => {
  const guess = (text: string) =>
    sortedItem({ taken: { at: text, source: "modified", confidence: "guess" } });
  const guesses = [guess("2024-03-01T10:00:00"), guess("2024-03-09T10:00:00")];
  const early = sortedItem({ taken: at("2019-03-01T10:00:00") });
  const undated = sortedItem({ taken: null });
  const { uncertain, months } = arrange([...guesses, early, undated], now);
  expect(months).toEqual([]);
  expect(uncertain).toEqual([
    expect.objectContaining({
      reason: "changed",
      suggestion: { year: 2024, month: 3 },
      ids: guesses.map(({ id }) => id),
    }),
    expect.objectContaining({ reason: "undated", suggestion: null, ids: [undated.id] }),
    expect.objectContaining({ reason: "early", suggestion: null, statedYear: 2019, ids: [early.id] }),
  ]);
});

test("pictures filed by a person stay there", () => {
  const item = sortedItem({ taken: null }, { chosenMonth: { year: 2023, month: 2 } });
  expect(arrange([item], now).months).toEqual([{ year: 2023, month: 2, ids: [item.id] }]);
});

test("December and the next year's unknown month stay separate", () => {
  const december = sortedItem({ taken: at("2023-12-03T10:00:00") });
  const scan = sortedItem({ taken: null }, { chosenMonth: { year: 2024, month: 0 } });
  const january = sortedItem({ taken: at("2024-01-03T10:00:00") });
  expect(arrange([december, scan, january], now).months).toEqual([
    { year: 2024, month: 1, ids: [january.id] },
    { year: 2024, month: 0, ids: [scan.id] },
    { year: 2023, month: 12, ids: [december.id] },
  ]);
});

test("two files with the same bytes are one; the second is shown", () => {
  const first = sortedItem({ sha256: "a".repeat(64) });
  const second = sortedItem({ sha256: "a".repeat(64) });
  const placed = arrange([first, second], now);
  expect(placed.months[0]?.ids).toEqual([first.id]);
  expect(placed.duplicates).toEqual([second.id]);
});

test("files that the album already has are not sent again", () => {
  const item = sortedItem({}, { known: { id: "m1", year: 2024, month: 7 } });
  expect(arrange([item], now)).toMatchObject({ alreadyInAlbum: [item.id], months: [] });
});

test("of a burst, the sharpest goes to its month, and the others are set aside together", () => {
  const likeness = distinctLikeness(99);
  const shots = [300, 900, 400].map((sharpness, second) =>
    sortedItem({ taken: at(`2024-07-03T10:00:0${second}`), measures: { likeness, sharpness } }),
  );
  const placed = arrange(shots, now);
  expect(placed.months[0]?.ids).toEqual([shots[1]?.id]);
  expect(placed.alike).toEqual([{ best: shots[1]?.id, ids: [shots[0]?.id, shots[2]?.id] }]);
});

test("a picture similar to one in the album stays behind, unless someone keeps it", () => {
  const likeness = distinctLikeness(97);
  const shot = (second: number, about: Partial<ReviewItem> = {}) =>
    sortedItem({ taken: at(`2024-07-03T10:00:0${second}`), measures: { likeness, sharpness: 300 } }, about);
  const up = shot(0, { outcome: { state: "uploaded" } });
  const lesser = shot(1);
  expect(arrange([up, lesser], now)).toMatchObject({
    months: [],
    uploaded: [up.id],
    alike: [{ best: up.id, ids: [lesser.id] }],
  });
  expect(arrange([up, { ...lesser, decision: "keep" }], now).months[0]?.ids).toEqual([lesser.id]);
});

test("of two files with the same bytes, the one that knows its date is filed, whichever came first", () => {
  const taken = { at: "2024-03-01T10:00:00", source: "modified", confidence: "guess" } as const;
  const undated = sortedItem({ sha256: "b".repeat(64), taken });
  const dated = sortedItem({ sha256: "b".repeat(64) });
  for (const items of [
    [undated, dated],
    [dated, undated],
  ])
    expect(arrange(items, now)).toMatchObject({ duplicates: [undated.id], months: [{ ids: [dated.id] }] });
});

test("an edited copy is preferred to its original", () => {
  const likeness = distinctLikeness(98);
  const original = sortedItem({ measures: { likeness, sharpness: 900 } }, { name: "IMG_1.jpg" });
  const edited = sortedItem({ measures: { likeness, sharpness: 500 } }, { name: "IMG_1-edited.jpg" });
  expect(arrange([original, edited], now).alike).toEqual([{ best: edited.id, ids: [original.id] }]);
});

test("screenshots and documents are set aside until someone keeps them", () => {
  const screenshot = sortedItem({ paper: "screenshot" });
  const document = sortedItem({ paper: "document" });
  expect(arrange([screenshot, document], now)).toMatchObject({
    documents: [screenshot.id, document.id],
    months: [],
  });
  const kept = [screenshot, document].map((item): ReviewItem => ({ ...item, decision: "keep" }));
  expect(arrange(kept, now)).toMatchObject({ documents: [], months: [{ year: 2024, month: 7 }] });
});

describe("a blurred or dark picture", () => {
  const likeness = "a5c3f00f96693cc3";
  /** 16 of its 64 bits differ: the same scene, but too far off for a burst. */
  const nearLikeness = "5ac30f0f96693cc3";
  const blur = { sharpness: 4 };
  const dark = { brightness: 9, highlight: 30, sharpness: 900 };
  const shot = (time: string, measures: object, about: Partial<ReviewItem> = {}) =>
    sortedItem({ taken: at(`2024-07-03T10:${time}`), measures: { likeness, ...measures } }, about);
  const uploaded = (items: ReviewItem[]) => arrange(items, now).months.flatMap(({ ids }) => ids);

  test.each([
    ["blurred", blur],
    ["dark", dark],
  ])("that is the only one of its moment is uploaded: %s", (_, measures) => {
    const only = shot("00:00", measures);
    const later = shot("00:30", { likeness: distinctLikeness(5) });
    const placed = arrange([only, later], now);
    expect(placed.blurry).toEqual([]);
    expect(placed.months).toEqual([{ year: 2024, month: 7, ids: [only.id, later.id] }]);
  });

  test.each([
    ["blurred", blur],
    ["dark", dark],
  ])("is set aside if a sharper one of the same moment exists, until someone keeps it: %s", (_, measures) => {
    const lesser = shot("00:07", { ...measures, likeness: nearLikeness });
    const sharp = shot("00:00", {});
    expect(arrange([lesser, sharp], now)).toMatchObject({
      blurry: [lesser.id],
      months: [{ ids: [sharp.id] }],
    });
    expect(uploaded([{ ...lesser, decision: "keep" }, sharp])).toEqual([sharp.id, lesser.id]);
  });

  test("that shows nothing at all is set aside by its moment alone", () => {
    const black = shot("00:03", { ...dark, likeness: "0000000000000000" });
    const sharp = shot("00:00", { likeness: distinctLikeness(6) });
    expect(arrange([black, sharp], now).blurry).toEqual([black.id]);
    expect(uploaded([shot("00:11", { ...dark, likeness: "0000000000000000" }), sharp])).toHaveLength(2);
  });

  test("of another scene within the same seconds is uploaded", () => {
    const other = shot("00:03", { ...blur, likeness: "5a3c0ff06996c33c" });
    expect(uploaded([shot("00:00", {}), other])).toHaveLength(2);
  });

  test("is uploaded if the sharper one is just as blurred, was left out, or has no time", () => {
    const lesser = shot("00:07", { ...blur, likeness: nearLikeness });
    const without = sortedItem({
      taken: { at: "2024-07-03T12:00:00", source: "name", confidence: "likely" },
      measures: { likeness },
    });
    for (const other of [shot("00:00", blur), shot("00:00", {}, { decision: "leave" }), without])
      expect(uploaded([lesser, other])).toContain(lesser.id);
  });

  test("stays behind if the sharper one is already in the album", () => {
    const lesser = shot("00:07", { ...blur, likeness: nearLikeness });
    const known = shot("00:00", {}, { known: { id: "m", year: 2024, month: 7 } });
    expect(arrange([lesser, known], now)).toMatchObject({ blurry: [lesser.id], months: [] });
  });

  test("is never the one picked from a burst that has a sharper one, however large it is", () => {
    const large = sortedItem({
      taken: at("2024-07-03T10:00:00"),
      width: 4000,
      height: 3000,
      measures: { likeness, ...blur },
    });
    const sharp = shot("00:01", {});
    expect(arrange([large, sharp], now).alike).toEqual([{ best: sharp.id, ids: [large.id] }]);
  });

  test("of a burst that is entirely blurred, one is uploaded", () => {
    const burst = ["00:00", "00:01", "00:02"].map((time, index) => shot(time, { sharpness: 4 + index }));
    expect(uploaded(burst)).toEqual([burst[2]?.id]);
  });
});

const likenesses = [distinctLikeness(1), distinctLikeness(2), distinctLikeness(3)];
const anyItem = fc
  .record({
    source: fc.constantFrom("camera", "name", "modified"),
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    year: fc.integer({ min: 2019, max: 2027 }),
    second: fc.integer({ min: 0, max: 59 }),
    isDated: fc.boolean(),
    sharpness: fc.integer({ min: 0, max: 2000 }),
    brightness: fc.integer({ min: 0, max: 255 }),
    likeness: fc.constantFrom(...likenesses),
    sha: fc.integer({ min: 0, max: 12 }),
    paper: fc.constantFrom(null, null, "screenshot", "document"),
    known: fc.constantFrom(null, null, undefined, { id: "m", year: 2024, month: 1 }),
    refusal: fc.constantFrom(null, null, null, "type", "broken"),
    decision: fc.constantFrom(null, "keep", "leave"),
    isRead: fc.constantFrom(true, true, false),
    outcome: fc.constantFrom(null, null, { state: "uploaded" }, { state: "failed", error: "x" }),
    chosen: fc.constantFrom(null, null, { year: 2024, month: 5 }),
  })
  .map((any) => {
    const two = (value: number) => String(value).padStart(2, "0");
    const item = sortedItem(
      {
        sha256: `${any.sha}`.padStart(64, "0"),
        paper: any.paper as null,
        taken: any.isDated
          ? {
              at: `${any.year}-${two(any.month)}-${two(any.day)}T10:00:${two(any.second)}`,
              source: any.source as "camera",
              confidence: any.source === "modified" ? "guess" : "sure",
            }
          : null,
        measures: { sharpness: any.sharpness, brightness: any.brightness, likeness: any.likeness },
      },
      {
        known: any.known,
        refusal: any.refusal as null,
        decision: any.decision as null,
        outcome: any.outcome as null,
        chosenMonth: any.chosen,
      },
    );
    return any.isRead ? item : { ...item, facts: null };
  });

test("nothing is lost or in two places, whatever the batch", () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 40 }), (items) => {
      const placed = idsOf(arrange(items, now));
      expect([...placed].sort()).toEqual(items.map(({ id }) => id).sort());
    }),
    { numRuns: 300 },
  );
});

test("what is to be uploaded has its month, has unique bytes, and was left out by nobody", () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 40 }), (items) => {
      const byId = new Map(items.map((item) => [item.id, item]));
      const sent = arrange(items, now).months.flatMap(({ year, month, ids }) =>
        ids.map((id) => ({ year, month, item: byId.get(id) as ReviewItem })),
      );
      expect(new Set(sent.map(({ item }) => item.facts?.sha256)).size).toBe(sent.length);
      for (const { year, month, item } of sent) {
        expect(monthOfItem(item, now)).toEqual({ year, month });
        expect(item.decision).not.toBe("leave");
        expect(item.known).toBeNull();
        expect(year).toBeGreaterThanOrEqual(2022);
      }
    }),
    { numRuns: 200 },
  );
});

test("for everything set aside as blurred or dark, a sharper one within ten seconds is in the album or uploaded", () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 40 }), (items) => {
      const byId = new Map(items.map((item) => [item.id, item]));
      const { blurry, months, uncertain, uploaded, alreadyInAlbum } = arrange(items, now);
      const staying = [...months, ...uncertain].flatMap(({ ids }) => ids);
      const seconds = (item?: ReviewItem) => Date.parse(`${item?.facts?.taken?.at}Z`) / 1000;
      for (const id of blurry) {
        const sharper = [...staying, ...uploaded, ...alreadyInAlbum].filter((other) => {
          const { sharpness = 0, brightness = 0 } = byId.get(other)?.facts?.measures ?? {};
          const gap = Math.abs(seconds(byId.get(other)) - seconds(byId.get(id)));
          return sharpness >= 32 && brightness >= 0 && gap <= 10;
        });
        expect(sharper).not.toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

test("the arrangement does not depend on the order in which the files were dropped in", () => {
  const distinct = fc.array(anyItem, { maxLength: 20 }).map((items) =>
    items.map((item, index) => ({
      ...item,
      facts: item.facts && { ...item.facts, sha256: `${index}`.padStart(64, "0") },
    })),
  );
  fc.assert(
    fc.property(distinct, (items) => {
      expect(arrange([...items].reverse(), now)).toEqual(arrange(items, now));
    }),
  );
});
