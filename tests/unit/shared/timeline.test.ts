import { monthAt, yearMarks } from "@/lib/shared/timeline";

const months = [
  { year: 2026, month: 3, itemCount: 40, startIndex: 0 },
  { year: 2026, month: 1, itemCount: 10, startIndex: 40 },
  { year: 2025, month: 12, itemCount: 50, startIndex: 50 },
  { year: 2024, month: 5, itemCount: 1, startIndex: 100 },
  { year: 2023, month: 5, itemCount: 100, startIndex: 101 },
];

test.each([
  [0, 0],
  [39, 0],
  [40, 1],
  [49, 1],
  [50, 2],
  [100, 3],
  [101, 4],
  [200, 4],
  [999, 4],
])("item %i is in the month at place %i", (index, place) => {
  expect(monthAt(months, index)).toBe(place);
});

test("each year is marked where it begins, unless the mark would overlap the previous one", () => {
  expect(yearMarks(months)).toEqual([
    { year: 2026, at: 0 },
    { year: 2025, at: 0.25 },
    { year: 2024, at: 0.5 },
  ]);
  expect(yearMarks([])).toEqual([]);
});
