import { dayMs, gibibyte, hourMs, mebibyte } from "@/lib/shared/units";

test("units match their names", () => {
  const day = Date.UTC(2026, 0, 2) - Date.UTC(2026, 0, 1);
  expect([dayMs, hourMs]).toEqual([day, day / 24]);
  expect([mebibyte, gibibyte]).toEqual([2 ** 20, 2 ** 30]);
});
