import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { describeConfinement } from "@/lib/platform/child-processes/confinement";

/** A user and group that don't exist on any machine. */
const ids = { uid: 56_800, gid: 56_800 };
const folder = mkdtempSync("/var/tmp/keepsake-user-");
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether this is root, and that user can create a namespace and run this Node. */
function canTry(): boolean {
  if (process.getuid?.() !== 0) return false;
  const may = (file: string, args: string[]) => spawnSync(file, args, { ...ids, cwd: "/" }).status === 0;
  return may("unshare", ["--map-root-user", "--net", "true"]) && may(process.execPath, ["--version"]);
}

test("a user other than root can confine decoders as far as root can", async () => {
  if (!canTry()) {
    console.warn("SKIPPED: confinement by another user, which needs root and user namespaces.");
    return;
  }
  const outfile = path.join(folder, "confinement.mjs");
  await build({
    entryPoints: ["lib/platform/child-processes/confinement.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  for (const [file, mode] of [
    [folder, 0o755],
    [outfile, 0o644],
  ] as const)
    chmodSync(file, mode);
  const line = `console.log(JSON.stringify(await (await import("${outfile}")).describeConfinement()))`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", line], {
    ...ids,
    cwd: "/",
    // A folder that this user can write to.
    env: { ...process.env, TMPDIR: "/tmp" },
    encoding: "utf8",
  });
  expect(JSON.parse(stdout || "null")).toEqual(await describeConfinement());
});
