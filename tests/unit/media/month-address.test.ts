import { monthOfAddress } from "@/lib/album/media/month-address";

test("a month's address is two numbers", () => {
  expect(monthOfAddress({ year: "2024", month: "03" })).toEqual({ year: 2024, month: 3 });
});

test("an invalid month is still an address: its month is Unknown", () => {
  expect(monthOfAddress({ year: "2024", month: "13" })).toEqual({ year: 2024, month: 13 });
});

test.each([
  ["admin", "users"],
  ["24", "3"],
  ["2024", "march"],
  ["2024", "-1"],
])("/%s/%s isn't a month", (year, month) => expect(monthOfAddress({ year, month })).toBeNull());
