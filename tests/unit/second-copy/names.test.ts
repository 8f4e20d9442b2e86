import {
  baseInfoName,
  baseName,
  changeName,
  originalName,
  readBaseName,
  readChangeName,
  readSnapshotName,
  snapshotName,
} from "@/lib/operations/second-copy/server/names";
import {
  positionOf,
  positionText,
  segmentName,
  segmentStart,
  segmentsOf,
} from "@/lib/operations/second-copy/server/wal-position";
import { parseSecondCopyAddress } from "@/lib/shared/second-copy-address";

const at = new Date("2026-11-25T13:41:14.007Z");
const safe = new Date("2026-11-25T13:40:59.999Z");

test("an original's name has its id and nothing else", () => {
  const id = "01a212f3-45fc-779c-aaa2-8f574a1c82ab";
  expect(originalName(`families/01a212f3-0000-779c-aaa2-8f574a1c8220/originals/${id}.jpg`)).toBe(
    `originals/ab/${id}.age`,
  );
  expect(originalName("families/x/originals/beach.jpg")).toBeNull();
});

test("names say what they were made from", () => {
  const change = {
    lineage: "84c75feaf24f250b",
    from: 0x1f0dae8n,
    to: 0x1_0300_03d0n,
    at,
    safe,
    kind: "whole" as const,
  };
  expect(changeName(change)).toBe(
    "database/84c75feaf24f250b/changes/20261125/0000000001f0dae8-00000001030003d0-20261125T134114007Z-20261125T134059999Z-whole.gz.age",
  );
  expect(readChangeName(changeName(change))).toEqual(change);
  expect(readBaseName(baseInfoName("84c7", at, 0x2000000n))).toEqual({
    lineage: "84c7",
    at,
    from: 0x2000000n,
  });
  expect(readBaseName(baseName("84c7", at))).toEqual({ lineage: "84c7", at, from: null });
  expect(readSnapshotName(snapshotName(at))).toEqual(at);
  for (const other of ["second-copy.json", "checks/1.age", "originals/ab/x.age", "database/84c7/other.age"]) {
    expect([readChangeName(other), readBaseName(other), readSnapshotName(other)]).toEqual([null, null, null]);
  }
});

test("positions in PostgreSQL's log are read and written as PostgreSQL does", () => {
  expect(positionOf("16/B374D848")).toBe(0x16b374d848n);
  expect(positionText(0x16b374d848n)).toBe("16/B374D848");
  // SELECT pg_walfile_name('16/B374D848') on timeline 2, with files of 16 MB.
  expect(segmentName(2, 0x16b374d848n, 16_777_216)).toBe("0000000200000016000000B3");
  expect(segmentStart(0x16b374d848n, 16_777_216)).toBe(0x16b3000000n);
});

test("a range is divided at the ends of the log's files", () => {
  expect(segmentsOf(5n, 5n, 16)).toEqual([]);
  expect(segmentsOf(5n, 12n, 16)).toEqual([{ at: 5n, bytes: 7 }]);
  expect(segmentsOf(5n, 48n, 16)).toEqual([
    { at: 5n, bytes: 11 },
    { at: 16n, bytes: 16 },
    { at: 32n, bytes: 16 },
  ]);
});

test.each([
  ["/mnt/nas/keepsake", { kind: "folder", folder: "/mnt/nas/keepsake" }],
  ["s3://family-copy", { kind: "bucket", bucket: "family-copy", prefix: "" }],
  ["s3://family-copy/album/", { kind: "bucket", bucket: "family-copy", prefix: "album/" }],
  ["s3://family-copy/a/b", { kind: "bucket", bucket: "family-copy", prefix: "a/b/" }],
  ["backups", null],
  ["./backups", null],
  ["s3://", null],
  ["s3://UPPER/x", null],
  ["s3://family-copy/../x", null],
  ["https://example.org/x", null],
])("%s is understood", (value, address) => {
  expect(parseSecondCopyAddress(value)).toEqual(address);
});
