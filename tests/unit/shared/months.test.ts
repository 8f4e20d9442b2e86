import { formatMonth, monthFolder, monthName } from "@/lib/shared/months";

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

test.each([
  [{ year: 1985, month: 7 }, "July 1985", "07 July"],
  [{ year: 1985, month: 0 }, "1985, month unknown", "Unknown"],
])("%p is %j, in a folder %j", (month, text, folder) => {
  expect([formatMonth(month), monthFolder(month.month)]).toEqual([text, folder]);
});
