import { globSync, readFileSync } from "node:fs";
import { build } from "esbuild";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const commands = new Set([
  ...Object.values(scripts).map((script) => script.split(" ")[1] ?? ""),
  ...globSync("ops/*.mjs").filter((file) => file !== "ops/health.mjs"),
]);

/** What Node 24 exports and 18.20 doesn't, in modules that commands use: importing it fails before anything runs. */
const newExports: Record<string, string> = {
  "node:crypto": "argon2 argon2Sync decapsulate encapsulate hash randomUUIDv7",
  "node:fs": "Utf8Stream glob globSync mkdtempDisposableSync openAsBlob",
  "node:fs/promises": "glob mkdtempDisposable",
  "node:module":
    "constants enableCompileCache findPackageJSON getCompileCacheDir registerHooks stripTypeScriptTypes",
  "node:path": "matchesGlob",
  "node:process": "availableMemory execve finalization getBuiltinModule loadEnvFile threadCpuUsage",
  "node:url": "URLPattern fileURLToPathBuffer",
  "node:util": "diff getCallSites getSystemErrorMessage parseEnv setTraceSigInt styleText",
  "node:vm": "constants",
  "node:zlib": "crc32 createZstdCompress createZstdDecompress zstdCompressSync zstdDecompressSync",
};

/** A command's file and all that it loads before its first line runs. */
async function loadedBy(command: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [command],
    outdir: ".build",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const files = [command];
  for (const file of files)
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (kind === "import-statement" && !external && !files.includes(path)) files.push(path);
  return files;
}

/** What Node 18.20, as in Debian 12, doesn't have. */
function tooNew(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(/^import \{([^}]*)\} from "(node:[^"]+)"/gm)].flatMap(
    ([, names = "", module = ""]) =>
      names
        .split(",")
        .map((name) => name.trim().split(" ")[0] ?? "")
        .filter((name) => newExports[module]?.split(" ").includes(name))
        .map((name) => `${module} ${name}`),
  );
  const meta = text.match(/^(?!\s*(?:\/\/|\/?\*)).*import\.meta\.(?:dirname|filename)/gm) ?? [];
  return [...imported, ...meta].map((found) => `${file}: ${found}`);
}

test("every command loads on Debian 12's Node 18, and can then continue with its own Node", async () => {
  expect(commands.size).toBeGreaterThan(15);
  const loaded = await Promise.all([...commands].map(loadedBy));
  const without = [...commands].filter((_, at) => !loaded[at]?.includes("ops/lib/node-version.mjs"));
  expect(without).toEqual([]);
  expect([...new Set(loaded.flat())].flatMap(tooNew)).toEqual([]);
});
