import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "..", "..");

/** Bundles programs of this folder: tests/support/NAME.ts becomes FOLDER/NAME.mjs. */
export async function bundlePrograms(names: string[], folder: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => `tests/support/${name}.ts`),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    packages: "external",
    logLevel: "error",
    write: false,
  });
  await mkdir(folder, { recursive: true });
  for (const { path: file, contents } of outputFiles) {
    // Other test files start the same program meanwhile, and a partly written one would end at once without a message.
    const whole = `${file}.${process.pid}`;
    await writeFile(whole, contents);
    await rename(whole, file);
  }
}
