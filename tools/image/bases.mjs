import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";

/** @typedef {(...args: string[]) => string} Buildah runs a command of buildah's and returns what it says */

function must(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} failed${error ? `: ${error.message}` : ""}`);
}

/**
 * An image with files only.
 * @param {Buildah} buildah
 * @param {string} name
 * @param {[string, string][]} files each with its place in the image
 */
function fromFiles(buildah, name, files) {
  const container = buildah("from", "scratch");
  for (const [file, place] of files) buildah("add", "--quiet", container, file, place);
  buildah("commit", "--quiet", "--rm", container, name);
  return name;
}

/** Debian's installer brings Perl only to move folders that a new system doesn't have. */
const slimming = ["install usr-is-merged", "purge --auto-remove usrmerge perl"].map(
  (command) => `apt-get --quiet --yes ${command}`,
);

/** Instead of debian:bookworm-slim: the same packages, from Debian's mirror. @param {Buildah} buildah */
export function makeBase(buildah, folder) {
  const archive = path.join(folder, "debian.tar");
  const unwanted = ["doc", "man", "locale", "info"].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  const copyright = "--dpkgopt=path-include=/usr/share/doc/*/copyright";
  const hooks = slimming.map((command) => `--customize-hook=chroot "$1" ${command}`);
  must("mmdebstrap", ["--quiet", "--variant=apt", ...unwanted, copyright, ...hooks, "bookworm", archive]);
  return fromFiles(buildah, "localhost/debian", [[archive, "/"]]);
}

/** Instead of node:24-bookworm-slim: the program and npm, as npm has them. @param {Buildah} buildah */
export function makeNode(buildah, folder) {
  const prefix = path.join(folder, "node");
  mkdirSync(prefix);
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  must("npm", ["install", "--prefix", prefix, ...quiet, "node@24", "npm@11"]);
  const packages = path.join(prefix, "node_modules");
  return fromFiles(buildah, "localhost/node", [
    [path.join(packages, "node", "bin", "node"), "/usr/local/bin/node"],
    [path.join(packages, "npm"), "/usr/local/lib/node_modules/npm"],
  ]);
}
