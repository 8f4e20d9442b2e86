import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeVideoPrograms, findVideoTools } from "@/lib/platform/video/ffmpeg";

const folder = mkdtempSync(path.join(tmpdir(), "keepsake-old-"));
process.env.PATH = folder;
afterAll(() => rmSync(folder, { recursive: true }));

function install(version: string): void {
  for (const name of ["ffmpeg", "ffprobe"]) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\necho "${name} version ${version} Copyright (c) 2000-2018"\n`);
    chmodSync(file, 0o755);
  }
}

test.each([
  ["4.1-static", true],
  ["4.3.8-0+deb11u1", true],
  ["n4.4.1", false],
  ["5.1.9-0+deb12u1", false],
  ["7.1", false],
  ["N-118193-g5f38c82536", false],
])("ffmpeg %s is too old: %s", async (version, isTooOld) => {
  install(version);
  expect(await describeVideoPrograms()).toMatchObject({
    ffmpeg: { version, isTooOld },
    ffprobe: { isTooOld },
  });
});

test("an ffmpeg from 2018 never gets a stranger's clip", async () => {
  install("4.1-static");
  expect(await findVideoTools()).toBeNull();
});
