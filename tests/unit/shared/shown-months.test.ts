import { shownMonths } from "@/lib/shared/shown-months";

const months = [3, 9, 10, 12].map((month) => ({ month }));

test("of 2022 only October onward is shown", () => {
  expect(shownMonths(2022, months)).toEqual([{ month: 10 }, { month: 12 }]);
});

test("every other year shows the months that have media, January first", () => {
  expect(shownMonths(2023, [...months].reverse())).toEqual(months);
});
