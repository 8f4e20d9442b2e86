import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDataFolder } from "@/ops/lib/data-folder.mjs";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "keepsake-data-"));
  for (const name of ["media", "scratch"]) mkdirSync(path.join(dataDir, name), { mode: 0o755 });
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const modeOf = (...names: string[]) => statSync(path.join(dataDir, ...names)).mode & 0o777;

test("another user of the machine can't read an album made by an older version", () => {
  closeDataFolder(dataDir);
  expect(modeOf() & 0o007).toBe(0);
  expect([modeOf("media"), modeOf("scratch")]).toEqual([0o700, 0o700]);
});

test("only PostgreSQL's own user is let through", () => {
  const gid = process.getgid?.() ?? 0;
  closeDataFolder(dataDir, gid);
  expect(modeOf() & 0o067).toBe(0);
  expect(statSync(dataDir).gid).toBe(gid);
});

test("an nginx that serves the files can still reach them, and list nothing", () => {
  closeDataFolder(dataDir);
  process.env.MEDIA_OFFLOAD = "nginx";
  try {
    closeDataFolder(dataDir);
  } finally {
    delete process.env.MEDIA_OFFLOAD;
  }
  expect([modeOf(), modeOf("media"), modeOf("scratch")]).toEqual([0o711, 0o711, 0o700]);
});
