import { formatAge } from "@/lib/operations/second-copy/server/age";
import type { BaseInfo } from "@/lib/operations/second-copy/server/base-service";
import { planRestore } from "@/lib/operations/second-copy/server/choice";
import type { Change, ChangeKind } from "@/lib/operations/second-copy/server/names";

const minute = (number: number) => new Date(Date.UTC(2026, 10, 25, 12, number));
const info: BaseInfo = {
  format: 1,
  startedAt: minute(0).toISOString(),
  endedAt: minute(2).toISOString(),
  from: "0/110",
  to: "0/150",
  timeline: 1,
  segmentBytes: 256,
  postgres: "18",
};
/** @param safe the moment up to which all originals are in the copy */
const change = (from: number, to: number, at: number, kind: ChangeKind = "whole", safe = at): Change => ({
  lineage: "aa",
  from: BigInt(from),
  to: BigInt(to),
  at: minute(at),
  safe: minute(safe),
  kind,
});
// The base starts in the log file that starts at 0x100 = 256.
const changes = [
  change(0, 300, 1),
  change(300, 340, 3),
  change(340, 400, 5),
  change(400, 420, 7, "part"),
  change(420, 500, 7),
  change(500, 520, 9, "whole", 6),
];

test("without a moment, the last one with all its originals is restored", () => {
  expect(planRestore(info, changes, null)).toEqual({
    changes: changes.slice(0, 5),
    until: minute(7),
    point: minute(7),
    isWhole: true,
  });
});

test("to a moment, the changes up to the first point after it are replayed", () => {
  expect(planRestore(info, changes, minute(4))).toEqual({
    changes: changes.slice(0, 3),
    until: minute(4),
    point: null,
    isWhole: true,
  });
  expect(planRestore(info, changes, minute(8))).toMatchObject({ changes, until: minute(8), isWhole: false });
  expect(planRestore(info, changes, minute(30))).toMatchObject({ until: minute(7), point: minute(7) });
});

test("a moment before the base was whole needs an earlier base", () => {
  expect(planRestore(info, changes, minute(2))).toBeNull();
  expect(planRestore(info, changes.slice(0, 1), null)).toBeNull();
});

test("nothing is replayed beyond a gap", () => {
  expect(planRestore(info, [...changes.slice(0, 2), ...changes.slice(3)], null)).toMatchObject({
    changes: changes.slice(0, 2),
    until: minute(3),
  });
  expect(planRestore(info, changes.slice(1), null)).toBeNull();
});

test("changes sent twice because of a crash are replayed once", () => {
  const twice = [...changes.slice(0, 2), change(340, 380, 4), ...changes.slice(2)];
  expect(planRestore(info, twice, null)).toMatchObject({ until: minute(7), point: minute(7) });
});

test("while originals are waiting, the moment before the first of them is restored", () => {
  const behind = [...changes.slice(0, 3), change(400, 420, 7, "whole", 6), change(420, 500, 9, "whole", 8)];
  expect(planRestore(info, behind, null)).toEqual({
    changes: behind,
    until: minute(8),
    point: null,
    isWhole: true,
  });
});

test("while the first originals are still being copied, the last point is better than nothing", () => {
  const filling = changes.map((one) => ({ ...one, safe: minute(0) }));
  expect(planRestore(info, filling, null)).toMatchObject({ until: minute(9), isWhole: false });
});

test.each([
  [-5, "0 seconds"],
  [1_000, "1 second"],
  [119_000, "119 seconds"],
  [3_700_000, "61 minutes"],
  [7_200_000, "2 hours"],
  [200_000_000, "2 days"],
])("%d ms are %s", (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
