import { formatMonth, monthFolder, monthName, monthTitle } from "@/lib/shared/months";

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
  [{ year: 1985, month: 0, yearPrecision: "around" as const }, "around 1985", "Unknown"],
  [{ year: 1980, month: 0, yearPrecision: "decade" as const }, "the 1980s", "Unknown"],
])("%p is %j, in a folder %j", (month, text, folder) => {
  expect([formatMonth(month), monthFolder(month.month)]).toEqual([text, folder]);
});

test("on its own it starts with a capital letter", () => {
  expect(monthTitle({ year: 1980, month: 0, yearPrecision: "decade" })).toBe("The 1980s");
  expect(monthTitle({ year: 1985, month: 0, yearPrecision: "around" })).toBe("Around 1985");
  expect(monthTitle({ year: 1985, month: 7 })).toBe("July 1985");
});
