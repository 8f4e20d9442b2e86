import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { makeBase } from "@/tools/image/bases.mjs";
import { ImageBuilder } from "@/tools/image/builder.mjs";
import { checkImage, missingForChecks } from "@/tools/image/check.mjs";
import { hasProgram } from "@/tools/lib/system-programs.mjs";
import { test } from "./support/test";

test.describe.configure({ timeout: 900_000 });

const root = path.resolve(import.meta.dirname, "..", "..");
/** A test can't know how busy a machine is, so only the limit that ends a container that doesn't stop is fixed. */
const limits = { first: 300_000, later: 300_000 };

/** Skips the test and says so. */
function skipWithout(missing: string) {
  if (missing) console.warn(`SKIPPED: the container image, which needs ${missing}.`);
  test.skip(missing !== "", missing);
}

/** Debian in an image; null if it isn't available or can't run. */
function debian(builder: ImageBuilder): string | null {
  try {
    const base = makeBase(builder);
    return builder.canRun(base) ? base : null;
  } catch {
    return null;
  }
}

test("an image of this build runs read-only as an unknown user: photos, backup, restore, a quick end", async () => {
  const programs = ["buildah", "mmdebstrap"].filter((program) => !hasProgram(program));
  skipWithout(programs.join(" and ") || missingForChecks());
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-container-"));
  const builder = new ImageBuilder(root, path.join(folder, "image"), { isQuiet: true });
  try {
    const base = debian(builder);
    skipWithout(base ? "" : "Debian's packages, and a system on which buildah can run them");
    const assembled = path.join(folder, "assembled");
    const { status, stderr } = spawnSync(process.execPath, ["tools/image/assemble.mjs", assembled], {
      cwd: root,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    // Instead of ffmpeg, which takes minutes to build, and of Docker's Node.
    builder.build(
      { BASE: base as string },
      {
        programs: builder.fromFiles("localhost/programs", [
          [process.execPath, "/programs/usr/local/bin/node"],
        ]),
        build: builder.fromFiles("localhost/build", [[assembled, "/assembled"]]),
      },
    );
    expect(await checkImage(builder.mount(), root, { users: ["568:568"], limits })).toEqual([]);
  } finally {
    builder.dispose();
    rmSync(folder, { recursive: true });
  }
});
