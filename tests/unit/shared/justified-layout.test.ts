import fc from "fast-check";
import { gridRatio, packRows, packRowsBefore, type RowShape, rowHeight } from "@/lib/shared/justified-layout";
import { RowList } from "@/lib/shared/row-list";

const desktop: RowShape = { rowRatio: 5.8, narrowest: 0.6, widest: 2.2 };
const phone: RowShape = { rowRatio: 2.3, narrowest: 0.7, widest: 1.5 };
const anyPicture = fc.record({
  width: fc.option(fc.integer({ min: 1, max: 12_000 })),
  height: fc.option(fc.integer({ min: 1, max: 12_000 })),
});
const anyPictures = fc.array(anyPicture, { maxLength: 80 });

test("every picture is in exactly one row, in order", () => {
  fc.assert(
    fc.property(anyPictures, (pictures) => {
      const rows = packRows(pictures, desktop);
      const places = rows.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, index) => start + index),
      );
      expect(places).toEqual(pictures.map((_, index) => index));
    }),
  );
});

test("adding pictures at the end leaves finished rows unchanged", () => {
  fc.assert(
    fc.property(anyPictures, anyPictures, (shown, later) => {
      const before = packRows(shown, desktop).filter((row) => row.end < shown.length);
      expect(packRows([...shown, ...later], desktop).slice(0, before.length)).toEqual(before);
    }),
  );
});

test("adding pictures at the beginning leaves the rows behind them unchanged", () => {
  fc.assert(
    fc.property(anyPictures, anyPictures, (shown, earlier) => {
      const rows = packRowsBefore(shown, desktop, shown.length);
      const places = rows.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, index) => start + index),
      );
      expect(places).toEqual(shown.map((_, index) => index));
      const finished = rows.filter((row) => row.start > 0);
      const by = earlier.length;
      const all = packRowsBefore([...earlier, ...shown], desktop, by + shown.length);
      expect(all.slice(all.length - finished.length)).toEqual(
        finished.map((row) => ({ ...row, start: row.start + by, end: row.end + by, seen: row.seen + by })),
      );
    }),
  );
});

test("rows that go on after finished ones are those of the whole list", () => {
  fc.assert(
    fc.property(anyPictures, anyPictures, fc.nat({ max: 90 }), (before, later, kept) => {
      const same = before.slice(0, kept);
      const after = [...same, ...later];
      const finished = RowList.empty.with(packRows(before, desktop)).within(same.length);
      const rest = packRows(after, desktop, finished.end);
      expect([...finished.first(Infinity), ...rest]).toEqual(packRows(after, desktop));
    }),
  );
});

test("of a growing list, all rows except the last ones are known to be finished", () => {
  const pictures = Array.from({ length: 100 }, () => ({ width: 4000, height: 3000 }));
  const rows = packRows(pictures, desktop);
  const finished = RowList.empty.with(rows).within(pictures.length);
  expect(finished.first(100)).toEqual(rows.slice(0, -1));
});

test("a full row on a phone has two or three pictures", () => {
  fc.assert(
    fc.property(anyPictures, (pictures) => {
      for (const row of packRows(pictures, phone).slice(0, -1)) {
        expect(row.end - row.start).toBeGreaterThanOrEqual(2);
        expect(row.end - row.start).toBeLessThanOrEqual(3);
      }
    }),
  );
});

test("a row's pictures and gaps fill the width exactly", () => {
  fc.assert(
    fc.property(fc.array(anyPicture, { minLength: 1, maxLength: 40 }), (pictures) => {
      for (const row of packRows(pictures, desktop)) {
        const height = rowHeight(row, 1192, 8);
        const cells = pictures
          .slice(row.start, row.end)
          .map((picture) => height * gridRatio(picture, desktop));
        const gaps = 8 * (cells.length - 1 + (row.emptyRatio > 0 ? 1 : 0));
        const filled = cells.reduce((sum, cell) => sum + cell, 0) + row.emptyRatio * height + gaps;
        expect(filled).toBeCloseTo(1192, 6);
      }
    }),
  );
});

test("a single picture does not grow over the whole width", () => {
  const [row] = packRows([{ width: 1600, height: 1200 }], desktop);
  expect(row && rowHeight(row, 1192, 8)).toBeLessThan(260);
});

test("a picture of unknown size counts as 4:3", () => {
  expect(gridRatio({ width: null, height: null }, desktop)).toBeCloseTo(4 / 3);
});

describe("rows of a list in groups", () => {
  interface Grouped {
    width: number | null;
    height: number | null;
    group: string;
  }
  const groupOf = ({ group }: Grouped) => group;
  const anyGrouped: fc.Arbitrary<Grouped[]> = fc.array(
    fc.record({ width: fc.constant(400), height: fc.constant(300), group: fc.constantFrom("", "a", "b") }),
    { maxLength: 60 },
  );
  const pack = (list: readonly Grouped[], from = 0) => packRows(list, desktop, from, groupOf);

  const list = (...groups: string[]) => groups.map((group) => ({ width: 400, height: 300, group }));
  const openingsOf = (list: readonly Grouped[]) =>
    list.flatMap(({ group }, start) => (group === (list[start - 1]?.group ?? "") ? [] : [{ group, start }]));
  const ends = (rows: ReturnType<typeof packRows>) => rows.map(({ end }) => end);

  test("a group is opened once, where it begins, and only whole ones share a row", () => {
    fc.assert(
      fc.property(anyGrouped, (list) => {
        const rows = pack(list);
        expect(rows.flatMap(({ opens = [] }) => opens)).toEqual(openingsOf(list));
        for (const { start, end, opens = [] } of rows) {
          const isTail = opens[0]?.start !== start;
          if (isTail) expect(opens).toEqual([]);
          // The row's last group doesn't continue in the next row, unless it has this one to itself.
          if (opens.length > 1) expect(list[end]?.group).not.toBe(list[end - 1]?.group);
        }
      }),
    );
  });

  test("days with one or two pictures share a row", () => {
    const [row] = pack(list("a", "b", "b", "c"));
    expect(row).toMatchObject({ start: 0, end: 4 });
    expect(row?.opens).toEqual([
      { group: "a", start: 0 },
      { group: "b", start: 1 },
      { group: "c", start: 3 },
    ]);
  });

  test("a day that doesn't fit completely starts its own row", () => {
    expect(ends(pack(list("a", "a", "b", "b", "b", "b", "b")))).toEqual([2, 6, 7]);
  });

  test("on a phone no more than two days share a row", () => {
    const portraits = list("a", "b", "c", "d").map((one) => ({ ...one, width: 300 }));
    expect(ends(packRows(portraits, phone, 0, groupOf))).toEqual([2, 4]);
  });

  test("a nearly full row of days is filled, and any other keeps its height", () => {
    const days = [..."abcd", ..."eeeee", "f", ..."ggggg"];
    const [first, , third] = pack(list(...days));
    expect([first?.end, first?.emptyRatio]).toEqual([4, 0]);
    expect(third?.emptyRatio).toBeCloseTo(desktop.rowRatio - 4 / 3);
  });

  test("rows that go on after finished ones are those of the whole list", () => {
    fc.assert(
      fc.property(anyGrouped, anyGrouped, fc.nat({ max: 60 }), (before, later, kept) => {
        const same = before.slice(0, kept);
        const after = [...same, ...later];
        const finished = RowList.empty.with(pack(before)).within(same.length);
        expect([...finished.first(Infinity), ...pack(after, finished.end)]).toEqual(pack(after));
      }),
    );
  });

  test("packed backwards from an item, they open their groups in the list's order", () => {
    fc.assert(
      fc.property(anyGrouped, fc.nat({ max: 60 }), (list, wanted) => {
        const end = Math.min(wanted, list.length);
        const rows = [...packRowsBefore(list, desktop, end, groupOf), ...pack(list, end)];
        expect(rows.flatMap(({ start, end }) => [start, end])).toEqual(
          rows.flatMap(({ end }, index) => [rows[index - 1]?.end ?? 0, end]),
        );
        expect(rows.at(-1)?.end ?? 0).toBe(list.length);
        expect(rows.flatMap(({ opens = [] }) => opens)).toEqual(openingsOf(list));
      }),
    );
  });
});
