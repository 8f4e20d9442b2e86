// npm run image: builds the container image of the Containerfile with buildah, without Docker, and writes it as an
// archive for `docker load` and `podman load`.
//   --check           then runs it as any user with a read-only root, and tries what an album must do
//   --base, --node    images instead of Docker Hub's; without Docker Hub both are made from Debian's and npm's packages
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";
import { makeBase, makeNode } from "./image/bases.mjs";
import { ImageBuilder } from "./image/builder.mjs";
import { checkImage } from "./image/check.mjs";
import { hasProgram } from "./lib/system-programs.mjs";

const archive = path.join(root, ".build", "keepsake-image.tar");
const maxBytes = 650e6;
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

const reachesDockerHub = () =>
  fetch("https://registry-1.docker.io/v2/", { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 401,
    () => false,
  );

/** Images for the build's arguments BASE and NODE; empty where Docker Hub's will do. */
async function bases(builder, { base, node }) {
  const needsOwn = !(base && node) && !(await reachesDockerHub());
  if (needsOwn) console.log("Docker Hub can't be reached: making the base images from Debian and npm ...");
  return {
    BASE: base ?? (needsOwn ? makeBase(builder) : undefined),
    NODE: node ?? (needsOwn ? makeNode(builder) : undefined),
  };
}

const secondsSince = (start) => `${Math.round((performance.now() - start) / 1000)} s`;

async function build(builder, options) {
  const start = performance.now();
  const given = await bases(builder, options);
  const based = performance.now();
  builder.build(given);
  console.log(`Built in ${secondsSince(start)}, ${secondsSince(based)} of them without the base images`);
  builder.archive(archive, `keepsake:${version}`);
  const { size } = statSync(archive);
  console.log(`${path.relative(root, archive)}: ${Math.round(size / 1e6)} MB (at most ${maxBytes / 1e6} MB)`);
  return size <= maxBytes ? [] : ["The image is too large"];
}

async function run() {
  const { values } = parseArgs({
    options: { check: { type: "boolean" }, base: { type: "string" }, node: { type: "string" } },
  });
  if (!hasProgram("buildah")) {
    throw new Error(
      "Install buildah (apt-get install buildah mmdebstrap), or use: docker build -f Containerfile .",
    );
  }
  const builder = new ImageBuilder(root, path.join(root, ".build", "image"));
  try {
    const faults = await build(builder, values);
    if (values.check) faults.push(...(await checkImage(builder.mount(), root)));
    if (faults.length > 0) throw new Error(faults.join("\n"));
  } finally {
    builder.dispose();
  }
}

if (await runsOnModernNode(root)) {
  try {
    await run();
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
