import { monthName } from "@/lib/shared/months";

test("months 1 to 12 have their names", () => {
  expect(Array.from({ length: 12 }, (_, index) => monthName(index + 1))).toEqual([
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ]);
});

test.each([0, 13, -1, 1.5, Number.NaN])("month %d is Unknown", (month) => {
  expect(monthName(month)).toBe("Unknown");
});
