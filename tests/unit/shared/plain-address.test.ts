import { plainAddress } from "@/lib/shared/plain-address";

test.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:c000:207", "::ffff:c000:207"],
  [null, null],
])("%j is shown as %j", (address, shown) => {
  expect(plainAddress(address)).toBe(shown);
});
