import path from "node:path";
import { compressAssets } from "./compress-assets.mjs";
import { keepEarlierAssets } from "./earlier-assets.mjs";
import { writeRouteTable } from "./route-table.mjs";
import { runQuietly } from "./run-quietly.mjs";
import { bundleServiceWorker } from "./service-worker.mjs";
import { sourceHash, unlessDone } from "./source-hash.mjs";

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
  "scripts/lib/compress-assets.mjs",
  "scripts/lib/service-worker.mjs",
  "tsconfig.json",
];

/** Programs of ours in TypeScript, and what each becomes under `.build`. */
const programs = {
  serve: "scripts/serve.ts",
  worker: "scripts/worker.ts",
  demo: "scripts/demo.ts",
  migrate: "scripts/migrate.ts",
  backup: "scripts/backup.ts",
  restore: "scripts/restore.ts",
  doctor: "scripts/doctor.ts",
  "rotate-secret": "scripts/rotate-secret.ts",
  "create-migration": "scripts/create-migration.ts",
  "video-timing": "scripts/bench/video-timing.ts",
  "sorter-arrangement": "scripts/bench/sorter-arrangement.ts",
  "face-groups": "scripts/bench/face-groups.ts",
};

/**
 * Writes what is generated: the table of the routes, and the Prisma client when the schema changed.
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 */
export async function generateClient(root, signal) {
  writeRouteTable(root);
  const product = path.join(root, "lib", "generated", "prisma", "client.ts");
  const hash = sourceHash(root, ["prisma/schema", "node_modules/prisma/package.json"]);
  await unlessDone(path.join(root, ".build", "client.stamp"), hash, product, async () => {
    console.log("Generating the database client ...");
    // Generating needs no schema engine, but the command wants to download one unless a file is named.
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
  const hash = sourceHash(root, pageSources, [path.join("lib", "generated"), path.join("app", "_generated")]);
  await unlessDone(path.join(root, ".build", "pages.stamp"), hash, product, async () => {
    console.log("Building the pages, as after every change (about a minute) ...");
    const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    const args = [path.join("node_modules", "next", "dist", "bin", "next"), "build"];
    keepEarlierAssets(root);
    await runQuietly("Building the pages", process.execPath, args, { cwd: root, env, signal });
    await bundleServiceWorker(root);
    await compressAssets(path.join(root, ".next", "static"));
  });
}

/**
 * Turns programs into plain JavaScript; takes some 50 ms, so it is done every time.
 * @param {string} root of the project
 * @param {(keyof typeof programs)[]} names
 * @returns {Promise<Record<string, string>>} file of each
 */
export async function buildPrograms(root, names) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [name, programs[name]])),
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    packages: "external",
    logLevel: "warning",
  });
  // Its helper process would stay as long as this one.
  await stop();
  return Object.fromEntries(names.map((name) => [name, path.join(root, ".build", `${name}.mjs`)]));
}
