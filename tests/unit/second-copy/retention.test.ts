import {
  baseInfoName,
  baseName,
  type ChangeKind,
  changeName,
  snapshotName,
} from "@/lib/operations/second-copy/server/names";
import { expiredNames } from "@/lib/operations/second-copy/server/retention";

const now = new Date("2026-11-25T12:00:00Z");
const limit = new Date("2026-11-11T12:00:00Z");
const day = (number: number, hour = 3) => new Date(Date.UTC(2026, 10, number, hour));
const segment = 16n * 1024n * 1024n;

/** A lineage with a base each night and some changes each day; each day fills one log file. */
function line(lineage: string, first: number, last: number) {
  const names: string[] = [];
  for (let number = first; number <= last; number++) {
    const from = BigInt(number) * segment;
    names.push(baseName(lineage, day(number)), baseInfoName(lineage, day(number), from));
    for (const [at, part] of [
      [day(number, 4), 0n],
      [day(number, 16), 1n],
    ] as const) {
      const start = from + (part * segment) / 2n;
      const kind: ChangeKind = "whole";
      names.push(changeName({ lineage, from: start, to: start + segment / 2n, at, safe: at, kind }));
    }
  }
  return names;
}

const expired = (names: string[]) => new Set(expiredNames(names, limit, now));

test("everything needed for the last 14 days stays: the last base before them, and everything since", () => {
  const names = line("aa", 1, 25);
  expect(expired(names)).toEqual(new Set(line("aa", 1, 10)));
});

test("a base that might not have been complete when the 14 days began isn't relied on", () => {
  const lateBase = [baseName("aa", day(11, 9)), baseInfoName("aa", day(11, 9), 12n * segment)];
  expect(expired([...line("aa", 9, 10), ...lateBase])).toEqual(new Set(line("aa", 9, 9)));
});

test("the only base stays, however old it is", () => {
  expect(expired(line("aa", 1, 1))).toEqual(new Set());
});

test("a lineage that ended with a restore is removed once no moment of the 14 days needs it", () => {
  const old = line("aa", 1, 9);
  expect(expired([...old, ...line("bb", 11, 25)])).toEqual(new Set(old));
  // A lineage that was still written to on the first of the 14 days is needed for that day.
  expect(expired([...line("aa", 11, 11), ...line("bb", 12, 25)])).toEqual(new Set());
});

test("an interrupted base is removed, unless it may still be being written", () => {
  const names = [...line("aa", 20, 24), baseName("aa", day(22, 9)), baseName("aa", day(25, 11))];
  expect(expired(names)).toEqual(new Set([baseName("aa", day(22, 9))]));
});

test("of snapshots, the last one before the 14 days stays", () => {
  const names = [day(9), day(10), day(11, 11), day(11, 13), day(25)].map(snapshotName);
  expect(expired(names)).toEqual(new Set(names.slice(0, 2)));
});
