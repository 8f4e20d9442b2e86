import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @typedef {import("./builder.mjs").ImageBuilder} ImageBuilder */

function must(command, args) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

/** A folder for as long as `work` takes. @template T @param {(folder: string) => T} work @returns {T} */
function withFolder(work) {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-base-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Otherwise Debian's installer brings Perl, 50 MB, to move folders that a new system doesn't have. */
const mergedFolders = "/usr/share/mmdebstrap/hooks/merged-usr";

/** Instead of debian:bookworm-slim: the same packages, from Debian's mirror. @param {ImageBuilder} builder */
export const makeBase = (builder) =>
  withFolder((folder) => {
    const archive = path.join(folder, "debian.tar");
    const unwanted = ["doc", "man", "locale", "info"].map(
      (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
    );
    const copyright = "--dpkgopt=path-include=/usr/share/doc/*/copyright";
    const options = ["--quiet", "--variant=apt", ...unwanted, copyright, `--hook-dir=${mergedFolders}`];
    must("mmdebstrap", [...options, "bookworm", archive]);
    return builder.fromFiles("localhost/debian", [[archive, "/"]]);
  });

/** Instead of node:24-bookworm-slim: the program and npm, as npm has them. @param {ImageBuilder} builder */
export const makeNode = (builder) =>
  withFolder((folder) => {
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    must("npm", ["install", "--prefix", folder, ...quiet, "node@24", "npm@11"]);
    const packages = path.join(folder, "node_modules");
    return builder.fromFiles("localhost/node", [
      [path.join(packages, "node", "bin", "node"), "/usr/local/bin/node"],
      [path.join(packages, "npm"), "/usr/local/lib/node_modules/npm"],
    ]);
  });
