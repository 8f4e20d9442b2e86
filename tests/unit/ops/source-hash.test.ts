import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sourceHash } from "@/ops/lib/source-hash.mjs";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "sources-"));
  mkdirSync(path.join(root, "lib", "made"), { recursive: true });
  writeFileSync(path.join(root, "lib", "one.ts"), "1");
  writeFileSync(path.join(root, "lib", "made", "two.ts"), "2");
});
afterEach(() => rmSync(root, { recursive: true }));

const hash = () => sourceHash(root, ["lib", "package.json"], [path.join("lib", "made")]);

test("a source's name and content count, and excluded files don't", () => {
  const before = hash();
  writeFileSync(path.join(root, "lib", "made", "two.ts"), "3");
  expect(hash()).toBe(before);
  writeFileSync(path.join(root, "lib", "one.ts"), "2");
  const changed = hash();
  expect(changed).not.toBe(before);
  renameSync(path.join(root, "lib", "one.ts"), path.join(root, "lib", "other.ts"));
  expect([before, changed]).not.toContain(hash());
});

test("a missing file counts once it exists", () => {
  const before = hash();
  writeFileSync(path.join(root, "package.json"), "{}");
  expect(hash()).not.toBe(before);
});

test("a linked folder counts, and an editor's dangling link is skipped", () => {
  const before = hash();
  symlinkSync("nowhere", path.join(root, "lib", ".#one.ts"));
  expect(hash()).toBe(before);
  const elsewhere = mkdtempSync(path.join(root, "elsewhere-"));
  symlinkSync(elsewhere, path.join(root, "lib", "linked"));
  writeFileSync(path.join(elsewhere, "three.ts"), "3");
  expect(hash()).not.toBe(before);
});
