import fc from "fast-check";
import { packRows, type RowShape } from "@/lib/shared/justified-layout";
import { RowList } from "@/lib/shared/row-list";

const desktop: RowShape = { rowRatio: 5.8, narrowest: 0.6, widest: 2.2 };

interface Dated {
  width: number;
  height: number;
  day: string;
}
const anyDated: fc.Arbitrary<Dated[]> = fc.array(
  fc.record({
    width: fc.integer({ min: 1, max: 12_000 }),
    height: fc.integer({ min: 1, max: 12_000 }),
    day: fc.constantFrom("", "a", "b"),
  }),
  { maxLength: 80 },
);
const pack = (pictures: readonly Dated[], from = 0) => packRows(pictures, desktop, from, ({ day }) => day);

test("a list of rows has the rows it was made of, in however many steps they arrived", () => {
  fc.assert(
    fc.property(anyDated, anyDated, (pictures, later) => {
      const [one, other] = [pack(pictures), pack([...pictures, ...later], pictures.length)];
      const rows = RowList.empty.with(one).with(other);
      expect(rows.length).toBe(one.length + other.length);
      expect(rows.end).toBe(pictures.length + later.length);
      expect(Array.from({ length: rows.length }, (_, index) => rows.at(index))).toEqual([...one, ...other]);
      expect([rows.at(-1), rows.at(rows.length)]).toEqual([undefined, undefined]);
    }),
  );
});

test("the first rows are no more than exist", () => {
  const rows = pack(Array.from({ length: 30 }, () => ({ width: 4, height: 3, day: "" })));
  const list = RowList.empty.with(rows);
  expect(list.first(2)).toEqual(rows.slice(0, 2));
  expect(list.first(100)).toEqual(rows);
  expect(RowList.empty.first(8)).toEqual([]);
});

test("every item is in its row, and a missing one in none", () => {
  fc.assert(
    fc.property(anyDated, (pictures) => {
      const rows = pack(pictures);
      const list = RowList.empty.with(rows);
      for (const index of pictures.keys())
        expect(list.indexOfItem(index)).toBe(
          rows.findIndex(({ start, end }) => start <= index && index < end),
        );
      expect([list.indexOfItem(-1), list.indexOfItem(pictures.length)]).toEqual([-1, -1]);
    }),
  );
});

test("a list cut before its last rows no longer has their days", () => {
  const pictures = [..."aaaaabbbbbcccccc"].map((day) => ({ width: 4, height: 3, day }));
  const list = RowList.empty.with(pack(pictures));
  const left = list.within(8);
  const grown = left.with(pack([...pictures.slice(0, 8), ...pictures.slice(0, 8)], left.end));
  expect(left.first(100).every(({ seen }) => seen < 8)).toBe(true);
  expect(grown.first(100).flatMap(({ opens = [] }) => opens.map(({ group }) => group))).toEqual([
    "a",
    "b",
    "a",
    "b",
  ]);
  expect(list.within(100)).toBe(list);
});
