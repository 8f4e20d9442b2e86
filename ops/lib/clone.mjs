import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { finishedStamp } from "./prepare.mjs";

/** @param {string} root @param {string[]} args @throws Error with git's own message */
function git(root, ...args) {
  const ended = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
  });
  if (ended.status === 0) return ended.stdout.trim();
  throw new Error(`git ${args[0]} failed: ${(ended.stderr || String(ended.error ?? "")).trim()}`);
}

/** The commit that a name refers to; null if there is none. */
function commitOf(root, name) {
  try {
    return git(root, "rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  } catch {
    return null;
  }
}

const currentBranch = (root) => git(root, "branch", "--show-current") || null;

/** @param {string} root @returns {string} the commit of the running version */
export const currentCommit = (root) => git(root, "rev-parse", "HEAD");

/** @param {string} root @param {string} commit @returns {string} for people: its tag, or the short hash */
export const describeCommit = (root, commit) => git(root, "describe", "--tags", "--always", commit);

/**
 * @param {string} root of the project
 * @throws Error that says what to do instead if this isn't a clone, or has local changes
 */
export function requireCleanClone(root) {
  if (existsSync(finishedStamp(root))) {
    throw new Error(
      "This is a container's image, which is updated as a whole: back up, pull or build the newer image, and start it on the " +
        "same folder. deploy/ has the files, docs/operations.md the commands.",
    );
  }
  if (!existsSync(path.join(root, ".git"))) {
    throw new Error(
      `${root} is not a clone of Keepsake's git repository, so there is nothing to pull. Back up, replace the program's ` +
        "files by those of the newer version, and run npm start.",
    );
  }
  const changes = git(root, "status", "--porcelain", "--untracked-files=no");
  if (changes === "") return;
  throw new Error(
    `Files of the program have been changed here:\n${changes}\nCommit or undo the changes (git stash), then update.`,
  );
}

/** The newest release that descends from this version; null if there is none. */
function newestRelease(root) {
  const tags = git(root, "tag", "--list", "v[0-9]*", "--contains", "HEAD", "--sort=-version:refname");
  return tags.split("\n").find((tag) => tag && !tag.includes("-")) ?? null;
}

/** @returns {string | null} null where the two have nothing in common, as in a shallow clone */
function mergeBase(root, target) {
  try {
    return git(root, "merge-base", "HEAD", target);
  } catch {
    return null;
  }
}

/**
 * Fetches, and finds the version to update to: the requested one, else the newest release, else the tip of this clone's
 * branch.
 * @param {string} root of the project
 * @param {string} [wanted] a tag, branch or commit
 * @returns {string} its commit
 * @throws Error if there is none, or it doesn't descend from this version
 */
export function fetchTarget(root, wanted) {
  git(root, "fetch", "--quiet", "--tags", "origin");
  const names = wanted
    ? [`refs/tags/${wanted}`, `refs/remotes/origin/${wanted}`, wanted]
    : [newestRelease(root), `refs/remotes/origin/${currentBranch(root) ?? "HEAD"}`].filter(Boolean);
  const target = names.map((name) => commitOf(root, name)).find((commit) => commit !== null);
  if (!target)
    throw new Error(
      `There is no version ${wanted ?? "to update to"} at ${git(root, "remote", "get-url", "origin")}.`,
    );
  const base = mergeBase(root, target);
  if (base === currentCommit(root)) return target;
  throw new Error(
    base === target
      ? `${describeCommit(root, target)} is older than this version. To go back, restore a backup from before the update.`
      : `${describeCommit(root, target)} doesn't continue this version, which has commits of its own. Merge them first.`,
  );
}

/**
 * Checks out the files of a commit, moving the branch if there is one. Refuses to overwrite changes.
 * @param {string} root of the project @param {string} commit
 */
export function moveTo(root, commit) {
  if (currentBranch(root)) git(root, "reset", "--quiet", "--keep", commit);
  else git(root, "checkout", "--quiet", "--detach", commit);
}
