import { isPrintBannerDue } from "@/lib/shop/prints/server/banner-service";

const now = new Date("2026-11-20T12:00:00Z");
const day = (text: string) => new Date(`${text}T00:00:00Z`);

test.each([
  ["never seen", null, null, true],
  ["seen last month, closed then", "2026-10-03", "2026-10-03", true],
  ["seen today and left open", "2026-11-20", null, true],
  ["seen earlier this month", "2026-11-04", null, false],
  ["closed today", "2026-11-20", "2026-11-20", false],
  ["closed earlier this month", "2026-11-04", "2026-11-04", false],
  ["seen in the same month of last year", "2025-11-20", "2025-11-20", true],
])("%s: the banner is due or not", (_, seenOn, closedOn, isDue) => {
  const noted = { seenOn: seenOn && day(seenOn), closedOn: closedOn && day(closedOn) };
  expect(isPrintBannerDue({ seenOn: noted.seenOn || null, closedOn: noted.closedOn || null }, now)).toBe(
    isDue,
  );
});
