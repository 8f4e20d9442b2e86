import { parseWallClock, plausibleTakenAt } from "@/lib/platform/files/taken-at";

describe("when something was taken", () => {
  test.each([
    ["2021:05:04 13:14:15", "2021-05-04T13:14:15.000Z"],
    ["2021-05-04T13:14:15+0200", "2021-05-04T13:14:15.000Z"],
    ["2021:05:04 13:14", "2021-05-04T13:14:00.000Z"],
    ["1911:02:28 00:00:00", "1911-02-28T00:00:00.000Z"],
  ])("%s is that clock's time", (text, expected) => {
    expect(parseWallClock(text)?.toISOString()).toBe(expected);
  });

  test.each([
    "",
    "0000:00:00 00:00:00",
    "    :  :     :  :  ",
    "1899:12:31 23:59:59",
    "2999:01:01 00:00:00",
    "2021:02:31 10:00:00",
    "2021:13:01 10:00:00",
    "2021:01:01 25:00:00",
    "2021:01:01 10:61:00",
    "1970:01:01 00:00:00",
    "1904-01-01T00:00:00",
    "yesterday",
  ])("%j isn't a time", (text) => {
    expect(parseWallClock(text)).toBeNull();
  });

  test("a clock half a day ahead is another time zone, a week ahead is wrong", () => {
    const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(plausibleTakenAt(ahead(12))).not.toBeNull();
    expect(plausibleTakenAt(ahead(7 * 24))).toBeNull();
    expect(plausibleTakenAt(new Date("nonsense"))).toBeNull();
  });
});
