import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "..", "..");

/** Bundles programs of this folder: tests/support/NAME.ts becomes FOLDER/NAME.mjs. */
export async function bundlePrograms(names: string[], folder: string): Promise<void> {
  await build({
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
  });
}
