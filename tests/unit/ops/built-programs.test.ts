import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { programSources, programs } from "@/ops/lib/build.mjs";
import { unlessDone } from "@/ops/lib/source-hash.mjs";

test("every source of a program counts when deciding whether to compile it again", async () => {
  const { metafile } = await build({
    entryPoints: Object.values(programs),
    outdir: ".build",
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.length).toBeGreaterThan(500);
  expect(inputs.filter((file) => !programSources.includes(file.split("/")[0] ?? ""))).toEqual([]);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keepsake-unless-done-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("work is redone for another hash, and if part of the result is missing", async () => {
  const [one, other] = [path.join(folder, "one"), path.join(folder, "other")];
  const work = jest.fn(async () => {
    for (const file of [one, other]) writeFileSync(file, "made");
  });
  const ask = (hash: string) => unlessDone(path.join(folder, "stamp"), hash, [one, other], work);
  await ask("a");
  await ask("a");
  expect(work).toHaveBeenCalledTimes(1);
  await ask("b");
  expect(work).toHaveBeenCalledTimes(2);
  rmSync(other);
  await ask("b");
  await ask("b");
  expect(work).toHaveBeenCalledTimes(3);
});

test("work that failed after it had replaced the result is redone, for the hash from before too", async () => {
  const product = path.join(folder, "product");
  const ask = (hash: string, fault?: string) =>
    unlessDone(path.join(folder, "stamp"), hash, product, async () => {
      writeFileSync(product, `made for ${hash}`);
      if (fault) throw new Error(fault);
    });
  await ask("a");
  await expect(ask("b", "The disk is full")).rejects.toThrow("The disk is full");
  await ask("a");
  expect(readFileSync(product, "utf8")).toBe("made for a");
});
