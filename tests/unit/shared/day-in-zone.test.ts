import { dayInZone, hourInZone } from "@/lib/shared/day-in-zone";

const lateEvening = new Date("2026-11-21T23:30:00Z");

test.each([
  [undefined, "2026-11-21"],
  ["Europe/London", "2026-11-21"],
  ["Pacific/Auckland", "2026-11-22"],
  ["America/Los_Angeles", "2026-11-21"],
  ["Nowhere/At_All", "2026-11-21"],
  ["<script>", "2026-11-21"],
])("in %s the moment is on %s", (zone, day) => {
  expect(dayInZone(lateEvening, zone)).toBe(day);
});

test.each([
  ["Europe/London", 23],
  ["Pacific/Auckland", 12],
  ["Asia/Kathmandu", 5],
  ["Nowhere/At_All", null],
  [undefined, null],
])("in %s the clocks show %s", (zone, hour) => {
  expect(hourInZone(lateEvening, zone)).toBe(hour);
});

test("at midnight the clocks show 0, not 24", () => {
  expect(hourInZone(new Date("2026-11-21T00:10:00Z"), "UTC")).toBe(0);
});
