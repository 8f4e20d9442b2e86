import { readFileSync } from "node:fs";
import path from "node:path";
import { compressAssets } from "./compress-assets.mjs";
import { moveEarlierAssets } from "./earlier-assets.mjs";
import { writeRouteTable } from "./route-table.mjs";
import { runQuietly } from "./run-quietly.mjs";
import { bundleServiceWorker } from "./service-worker.mjs";
import { shareStyles } from "./share-styles.mjs";
import { sourceHash, unlessDone } from "./source-hash.mjs";
import { writeIfChanged } from "./write-if-changed.mjs";

const pageSources = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema",
  "middleware.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "package-lock.json",
  "ops/lib/compress-assets.mjs",
  "ops/lib/service-worker.mjs",
  "ops/lib/share-styles.mjs",
  "tsconfig.json",
];

/** Generated from the sources, so hashing those is enough. */
const generated = [path.join("lib", "generated"), path.join("app", "_generated")];

/** The sources of our programs. */
export const programSources = [
  "app",
  "lib",
  "ops",
  "prisma",
  "server",
  "tools",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Our programs in TypeScript, and what each becomes under `.build`. */
export const programs = {
  cluster: "server/cluster.ts",
  serve: "server/serve.ts",
  worker: "server/worker.ts",
  demo: "tools/demo.ts",
  migrate: "ops/migrate.ts",
  backup: "ops/backup.ts",
  restore: "ops/restore.ts",
  export: "ops/export.ts",
  "check-update": "ops/check-update.ts",
  "carry-over": "ops/carry-over.ts",
  doctor: "ops/doctor.ts",
  "second-copy": "ops/second-copy.ts",
  "rotate-secret": "ops/rotate-secret.ts",
  "create-migration": "tools/create-migration.ts",
  "video-timing": "tools/bench/video-timing.ts",
  "film-timing": "tools/bench/film-timing.ts",
  "sorter-arrangement": "tools/bench/sorter-arrangement.ts",
  "face-groups": "tools/bench/face-groups.ts",
};

/** Programs that read strangers' files, each in a folder with everything it may see; the others start them. */
const childPrograms = {
  "decoder/decode": "server/decoder/decode.ts",
  "decoder/mark": "server/decoder/mark.png",
  "decoder/fraunces-latin": "server/decoder/fonts/fraunces-latin.ttf",
  "recognizer/recognize": "server/recognizer/recognize.ts",
};

/**
 * The command line (cli/keepsake.mjs), when its sources changed: one file that needs nothing beside it, not even packages.
 * @param {string} root of the project
 * @returns {Promise<string>} the file
 */
export async function buildCommandLine(root) {
  const file = path.join(root, ".build", "keepsake.mjs");
  const hash = sourceHash(root, ["cli", "lib", "package-lock.json"], [path.join("lib", "generated")]);
  await unlessDone(path.join(root, ".build", "keepsake.stamp"), hash, file, () =>
    bundle(root, { keepsake: "cli/main.ts" }, { isSplit: false, packages: "bundle" }),
  );
  return file;
}

/** A module, because importing package.json takes an import attribute that not all of our compilers keep. */
function writeVersion(root) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const text = `/** The version of package.json. */\nexport const appVersion = ${JSON.stringify(version)};\n`;
  writeIfChanged(path.join(root, "lib", "generated", "version.ts"), text);
}

/**
 * Generates the table of routes, the version, the programs that read strangers' files, and the Prisma client when the schema
 * changed.
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 */
export async function generate(root, signal) {
  writeRouteTable(root);
  writeVersion(root);
  const children = sourceHash(root, ["server/decoder", "server/recognizer", "server/no-network.ts"]);
  // Only when they changed: a running server starts them too.
  const child = path.join(root, ".build", "decoder", "decode.mjs");
  await unlessDone(path.join(root, ".build", "children.stamp"), children, child, () =>
    bundle(root, childPrograms, { isSplit: false }),
  );
  const product = path.join(root, "lib", "generated", "prisma", "client.ts");
  const hash = sourceHash(root, ["prisma/schema", "node_modules/prisma/package.json"]);
  await unlessDone(path.join(root, ".build", "client.stamp"), hash, product, async () => {
    console.log("Generating the database client ...");
    // Generating needs no schema engine, but the command would download one unless a file is named.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" };
    const args = [path.join("node_modules", "prisma", "build", "index.js"), "generate"];
    await runQuietly("Generating the database client", process.execPath, args, { cwd: root, env, signal });
  });
}

/**
 * Builds the pages when their sources changed.
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 */
export async function buildPages(root, signal) {
  const product = path.join(root, ".next", "BUILD_ID");
  const hash = sourceHash(root, pageSources, generated);
  await unlessDone(path.join(root, ".build", "pages.stamp"), hash, product, async () => {
    console.log("Building the pages, which every change needs (about a minute) ...");
    const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    const args = [path.join("node_modules", "next", "dist", "bin", "next"), "build"];
    moveEarlierAssets(root);
    await runQuietly("Building the pages", process.execPath, args, { cwd: root, env, signal });
    shareStyles(path.join(root, ".next", "server"));
    await bundleServiceWorker(root);
    await compressAssets(path.join(root, ".next", "static"));
  });
}

/**
 * Compiles programs to plain JavaScript when their sources changed, or other programs were compiled last.
 * @param {string} root of the project
 * @param {(keyof typeof programs)[]} names
 * @returns {Promise<Record<string, string>>} file of each
 */
export async function buildPrograms(root, names) {
  const files = Object.fromEntries(names.map((name) => [name, programFile(root, name)]));
  const hash = `${sourceHash(root, programSources, generated)} ${names.join()}`;
  const sources = Object.fromEntries(names.map((name) => [name, programs[name]]));
  await unlessDone(path.join(root, ".build", "programs.stamp"), hash, Object.values(files), () =>
    bundle(root, sources, { isSplit: true }),
  );
  return files;
}

/** @param {string} root of the project @param {keyof typeof programs} name */
export const programFile = (root, name) => path.join(root, ".build", `${name}.mjs`);

/**
 * @param {Record<string, string>} entryPoints sources by the names of their outputs under `.build`
 * @param {{ isSplit: boolean, packages?: "bundle" | "external" }} options isSplit: they share files, which a confined
 *   program can't, as it sees only its own folder; packages: whether these become part of them
 */
async function bundle(root, entryPoints, { isSplit, packages = "external" }) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
    loader: { ".png": "copy", ".ttf": "copy" },
    bundle: true,
    // Code that only some calls need is loaded with the first of them.
    splitting: isSplit,
    chunkNames: "parts/[hash]",
    platform: "node",
    format: "esm",
    target: "node22",
    packages,
    logLevel: "warning",
  });
  // Otherwise its helper process would run as long as this one.
  await stop();
}
