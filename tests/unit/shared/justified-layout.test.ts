import fc from "fast-check";
import {
  finishedRows,
  gridRatio,
  packRows,
  packRowsBefore,
  type RowShape,
  rowHeight,
} from "@/lib/shared/justified-layout";

const desktop: RowShape = { rowRatio: 5.8, narrowest: 0.6, widest: 2.2 };
const phone: RowShape = { rowRatio: 2.3, narrowest: 0.7, widest: 1.5 };
const anyPicture = fc.record({
  width: fc.option(fc.integer({ min: 1, max: 12_000 })),
  height: fc.option(fc.integer({ min: 1, max: 12_000 })),
});
const anyPictures = fc.array(anyPicture, { maxLength: 80 });

test("every picture stands in exactly one row, in its order", () => {
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

test("pictures that come later leave finished rows as they are", () => {
  fc.assert(
    fc.property(anyPictures, anyPictures, (shown, later) => {
      const before = packRows(shown, desktop).filter((row) => row.end < shown.length);
      expect(packRows([...shown, ...later], desktop).slice(0, before.length)).toEqual(before);
    }),
  );
});

test("pictures that are put before others leave the rows behind them as they are", () => {
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
        finished.map((row) => ({ ...row, start: row.start + by, end: row.end + by })),
      );
    }),
  );
});

test("rows that go on after finished ones are those of the whole list", () => {
  fc.assert(
    fc.property(anyPictures, anyPictures, fc.nat({ max: 90 }), (before, later, kept) => {
      const after = [...before.slice(0, kept), ...later];
      const finished = finishedRows(packRows(before, desktop), before, after);
      expect(packRows(after, desktop, finished)).toEqual(packRows(after, desktop));
    }),
  );
});

test("of a list that grows, all rows but the last ones are known to be finished", () => {
  const pictures = Array.from({ length: 100 }, () => ({ width: 4000, height: 3000 }));
  const rows = packRows(pictures, desktop);
  const finished = finishedRows(rows, pictures, [...pictures, { width: 1, height: 1 }]);
  expect(finished).toEqual(rows.slice(0, finished.length));
  expect(rows.length - finished.length).toBe(1);
});

test("a full row on a phone holds two or three pictures", () => {
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
  const pack = (list: readonly Grouped[], finished = [] as ReturnType<typeof packRows>) =>
    packRows(list, desktop, finished, groupOf);

  test("no row holds pictures of two groups, and a group's first row opens it", () => {
    fc.assert(
      fc.property(anyGrouped, (list) => {
        let before = "";
        for (const { start, end, opens } of pack(list)) {
          const groups = new Set(list.slice(start, end).map(groupOf));
          expect(groups.size).toBe(1);
          const [group] = groups;
          expect(opens).toBe(group === before ? undefined : group);
          before = group ?? "";
        }
      }),
    );
  });

  test("rows that go on after finished ones are those of the whole list", () => {
    fc.assert(
      fc.property(anyGrouped, anyGrouped, fc.nat({ max: 60 }), (before, later, kept) => {
        const after = [...before.slice(0, kept), ...later];
        expect(pack(after, [...finishedRows(pack(before), before, after)])).toEqual(pack(after));
      }),
    );
  });

  test("packed backwards from an item, they open their groups in the list's order", () => {
    fc.assert(
      fc.property(anyGrouped, fc.nat({ max: 60 }), (list, wanted) => {
        const end = Math.min(wanted, list.length);
        const rows = pack(list, packRowsBefore(list, desktop, end, groupOf));
        expect(rows.flatMap(({ start, end }) => [start, end])).toEqual(
          rows.flatMap(({ end }, index) => [rows[index - 1]?.end ?? 0, end]),
        );
        expect(rows.at(-1)?.end ?? 0).toBe(list.length);
        for (const { start, opens } of rows) {
          const [before, group] = [list[start - 1]?.group ?? "", list[start]?.group];
          expect(opens).toBe(group === before ? undefined : group);
        }
      }),
    );
  });
});
