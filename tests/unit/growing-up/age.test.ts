import {
  dayAtMonths,
  formatAge,
  formatAgeOn,
  formatPeriod,
  monthsOld,
  monthsOn,
  periodAt,
  takenDay,
} from "@/lib/album/growing-up/age";

test.each([
  ["2023-05-06", "2023-05-06", 0],
  ["2023-05-06", "2023-06-05", 0],
  ["2023-05-06", "2023-06-06", 1],
  ["2023-05-06", "2026-07-05", 37],
  ["2023-05-06", "2023-05-05", -1],
  // In months without a 31st, and years without 29 February, the last day counts.
  ["2023-01-31", "2023-02-28", 1],
  ["2023-01-31", "2023-03-30", 1],
  ["2024-02-29", "2025-02-27", 11],
  ["2024-02-29", "2025-02-28", 12],
  ["2024-02-29", "2028-02-28", 47],
])("of someone born on %s, %s is %i months later", (birth, day, months) => {
  expect(monthsOld(birth, day)).toBe(months);
});

test.each([
  [0, "newborn"],
  [1, "1 month"],
  [23, "23 months"],
  [24, "2 years"],
  [38, "3 years 2 months"],
  [13 * 12 + 1, "13 years 1 month"],
  [41 * 12 + 5, "41 years"],
])("%i months are written as %s", (months, text) => {
  expect(formatAge(months)).toBe(text);
});

test.each([
  [0, "The first month"],
  [1, "1 month old"],
  [23, "23 months old"],
  [24, "2 years old"],
  [35, "2 years old"],
  [216, "18 years old"],
])("%i months are in the stage of life called %s", (months, text) => {
  expect(formatPeriod(periodAt(months))).toBe(text);
});

test("each month of life starts on the birth date's day", () => {
  expect(dayAtMonths("2023-01-31", 1)).toBe("2023-02-28");
  expect(dayAtMonths("2024-02-29", 12)).toBe("2025-02-28");
  expect(dayAtMonths("2023-05-06", 24)).toBe("2025-05-06");
});

const filed = { takenAt: null, year: 2024, month: 7, yearPrecision: "exact" as const };

test.each([
  ["its camera's day", { ...filed, takenAt: "2024-07-03T14:05:09" }, { day: "2024-07-03", precision: "day" }],
  [
    "the month that it is filed under, where a scanner says otherwise",
    { ...filed, takenAt: "2026-01-02T10:00:00" },
    { day: "2024-07-15", precision: "month" },
  ],
  ["the middle of its year", { ...filed, month: 0 }, { day: "2024-07-01", precision: "year" }],
  [
    "around its year",
    { ...filed, month: 0, yearPrecision: "around" as const },
    { day: "2024-07-01", precision: "year" },
  ],
  ["nothing in a decade", { ...filed, month: 0, yearPrecision: "decade" as const }, null],
])("a photo's day is %s", (_, item, expected) => {
  expect(takenDay(item)).toEqual(expected);
});

test("an age is as precise as the photo's date", () => {
  expect(formatAgeOn("1950-02-03", { ...filed, year: 1985, month: 0 })).toBe("about 35 years");
  expect(formatAgeOn("1985-02-03", { ...filed, year: 1985, month: 0 })).toBe("under 2 years");
  expect(formatAgeOn("2021-05-06", filed)).toBe("3 years 2 months");
  // Filed under the month of birth, whose 15th is before the birthday.
  expect(monthsOn("2024-07-20", filed)).toBe(0);
  expect(monthsOn("2024-08-20", filed)).toBeNull();
  expect(monthsOn("2024-07-20", { ...filed, takenAt: "2024-07-19T10:00:00" })).toBeNull();
});
