import { shownMonths } from "@/lib/shared/shown-months";

const months = [3, 9, 10, 12].map((month) => ({ month }));

test("for 2022 only October onward is shown", () => {
  expect(shownMonths(2022, months, 2022)).toEqual([{ month: 10 }, { month: 12 }]);
});

test("every other year shows the months that have media, January first", () => {
  expect(shownMonths(2023, [...months].reverse(), 2022)).toEqual(months);
});

test.each([1985, 2021, 2023])("in an album that starts in %d all of 2022 is shown", (firstYear) => {
  expect(shownMonths(2022, months, firstYear)).toEqual(months);
});

test("the unknown month is shown last, even in 2022", () => {
  const withUnknown = [{ month: 0 }, ...months];
  expect(shownMonths(2024, withUnknown, 2022)).toEqual([...months, { month: 0 }]);
  expect(shownMonths(2022, withUnknown, 2022)).toEqual([{ month: 10 }, { month: 12 }, { month: 0 }]);
});
