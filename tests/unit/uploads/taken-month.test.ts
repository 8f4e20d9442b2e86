import { groupByTakenMonth, monthOfExifDate } from "@/lib/features/uploads/taken-month";

const now = new Date(2026, 10, 21);

test.each([
  ["2024:03:15 10:00:00", { year: 2024, month: 3 }],
  ["2022:01:01 00:00:00", { year: 2022, month: 1 }],
  ["2026:11:30 00:00:00", { year: 2026, month: 11 }],
  ["2021:12:31 23:59:59", null],
  ["2026:12:01 00:00:00", null],
  ["2030:01:01 00:00:00", null],
  ["2024:13:01 00:00:00", null],
  ["0000:00:00 00:00:00", null],
  ["    :  :     :  :  ", null],
  [undefined, null],
  [20240315, null],
])("EXIF's %p offers %p", (date, month) => {
  expect(monthOfExifDate(date, now)).toEqual(month);
});

const march = { year: 2024, month: 3 };
const may = { year: 2023, month: 5 };

test("photos are grouped by month, the oldest month first", () => {
  const at = { year: 2026, month: 11 };
  expect(
    groupByTakenMonth([
      { id: "a", taken: march, ...at },
      { id: "b", taken: null, ...at },
      { id: "c", taken: may, ...at },
      { id: "d", taken: march, ...at },
    ]),
  ).toEqual([
    { ...may, ids: ["c"] },
    { ...march, ids: ["a", "d"] },
  ]);
});

test("a photo that would go to its month anyway is not asked about", () => {
  expect(groupByTakenMonth([{ id: "a", taken: march, ...march }])).toEqual([]);
  expect(groupByTakenMonth([{ id: "a", taken: march, year: null, month: null }])).toHaveLength(1);
});
