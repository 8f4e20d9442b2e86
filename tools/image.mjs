// npm run image: builds the container image of the Containerfile with buildah, without Docker, and writes it as an
// archive for `docker load` and `podman load`.
//   --check           then runs it as any user with a read-only root, and tries what an album must do
//   --base, --node    images instead of Docker Hub's; without Docker Hub both are made from Debian's and npm's packages
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { makeBase, makeNode } from "./image/bases.mjs";
import { checkImage } from "./image/check.mjs";
import { hasProgram } from "./lib/system-programs.mjs";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, ".build", "image");
const archive = path.join(root, ".build", "keepsake-image.tar");
const name = "localhost/keepsake";
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

const policy = ["--signature-policy", path.join(folder, "policy.json")];
const policyOf = { from: policy, bud: policy, commit: policy, push: policy };

/** Everything that buildah stores is in a folder of ours, without a privilege that containers lack. */
function buildah(command, ...args) {
  const storage = path.join(folder, "storage.conf");
  const places = { "--root": "storage", "--runroot": "run" };
  const options = Object.entries(places).flatMap(([option, place]) => [option, path.join(folder, place)]);
  const all = ["--storage-driver", "vfs", ...options, command, ...(policyOf[command] ?? []), ...args];
  const made = spawnSync("buildah", all, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CONTAINERS_STORAGE_CONF: storage },
    stdio: ["ignore", command === "bud" ? "inherit" : "pipe", "inherit"],
  });
  if (made.status !== 0) throw new Error(`buildah ${command} failed${made.error ? `: ${made.error}` : ""}`);
  return made.stdout?.trim() ?? "";
}

function prepareFolder() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(policy[1], '{"default":[{"type":"insecureAcceptAnything"}]}\n');
  const [graph, run] = ["storage", "run"].map((place) => path.join(folder, place));
  writeFileSync(
    path.join(folder, "storage.conf"),
    `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${run}"\n`,
  );
}

const reachesDockerHub = () =>
  fetch("https://registry-1.docker.io/v2/", { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 401,
    () => false,
  );

/** Images for the build's arguments BASE and NODE; empty where Docker Hub's will do. */
async function bases({ base, node }) {
  const needsOwn = !(base && node) && !(await reachesDockerHub());
  if (needsOwn) console.log("Docker Hub can't be reached: making the base images from Debian and npm ...");
  return {
    BASE: base ?? (needsOwn ? makeBase(buildah, folder) : undefined),
    NODE: node ?? (needsOwn ? makeNode(buildah, folder) : undefined),
  };
}

const commit = () =>
  spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout?.trim() || "unknown";

/** Optional files that the build may read and that never become part of the image. */
function secrets() {
  const own = { npmrc: path.join(process.env.HOME ?? "", ".npmrc"), ca: process.env.NODE_EXTRA_CA_CERTS };
  return Object.entries(own).flatMap(([id, file]) =>
    file && existsSync(file) ? ["--secret", `id=${id},src=${file}`] : [],
  );
}

async function build(options) {
  prepareFolder();
  const given = { ...(await bases(options)), VERSION: version, REVISION: commit() };
  const values = Object.entries(given).filter(([, value]) => value);
  const args = values.flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
  const start = performance.now();
  // Docker's format: the other one has no health check.
  const form = ["--format", "docker", "--isolation", "chroot", "--layers=false", "--file", "Containerfile"];
  buildah("bud", ...form, "--ignorefile", ".containerignore", ...secrets(), ...args, "--tag", name, ".");
  console.log(`Built in ${Math.round((performance.now() - start) / 1000)} s, without the base images`);
  rmSync(archive, { force: true });
  buildah("push", name, `docker-archive:${archive}:keepsake:${version}`);
  console.log(`${path.relative(root, archive)}: ${Math.round(statSync(archive).size / 1_000_000)} MB`);
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
  await build(values);
  if (values.check) {
    const container = buildah("from", name);
    await checkImage(buildah("mount", container), root);
  }
  rmSync(folder, { recursive: true, force: true });
}

if (await runsOnModernNode(root)) {
  try {
    await run();
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
