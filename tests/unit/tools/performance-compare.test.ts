import { findRises } from "@/tools/bench/compare.mjs";

const record = (what: string, cpu?: { seconds: number; limitSeconds?: number }) => ({
  serving: { rows: [{ what, ...(cpu ? { cpu } : {}) }] },
});
const rises = (before: object, now: object) =>
  findRises(before as Parameters<typeof findRises>[0], now as Parameters<typeof findRises>[0]);

test("work that takes more than a tenth more CPU time is named", () => {
  const before = record("A photo", { seconds: 0.001, limitSeconds: 0.001 });
  expect(rises(before, record("A photo", { seconds: 0.00109, limitSeconds: 0.001 }))).toEqual([]);
  expect(rises(before, record("A photo", { seconds: 0.00112, limitSeconds: 0.001 }))).toEqual([
    "A photo: 1.12 times as much as in the record",
  ]);
});

test("on a machine half as fast nothing has increased", () => {
  const before = record("A photo", { seconds: 0.001, limitSeconds: 0.0008 });
  expect(rises(before, record("A photo", { seconds: 0.002, limitSeconds: 0.0016 }))).toEqual([]);
});

test("without a limit the time itself counts, and unmeasured work can't have increased", () => {
  const before = record("A clip", { seconds: 1 });
  expect(rises(before, record("A clip", { seconds: 1.2 }))).toEqual([
    "A clip: 1.20 times as much as in the record",
  ]);
  expect(rises(before, record("Something new", { seconds: 9 }))).toEqual([]);
  expect(rises(record("A clip"), record("A clip", { seconds: 9 }))).toEqual([]);
  expect(rises({}, record("A clip", { seconds: 9 }))).toEqual([]);
});
