import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * One hash over the names and contents of files, to know whether they changed.
 * @param {string} root of the project
 * @param {string[]} names of files and folders under it; missing ones count as empty
 * @param {string[]} [without] folders to leave out
 */
export function sourceHash(root, names, without = []) {
  const hash = createHash("sha256");
  const statOf = (name) => statSync(path.join(root, name), { throwIfNoEntry: false });
  /** @param {import("node:fs").Dirent | import("node:fs").Stats | undefined} entry what is known of it already */
  const add = (name, entry) => {
    if (without.includes(name)) return;
    const found = entry?.isSymbolicLink() ? statOf(name) : entry;
    if (found?.isDirectory()) {
      const children = readdirSync(path.join(root, name), { withFileTypes: true });
      children.sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const child of children) add(path.join(name, child.name), child);
    } else if (found?.isFile()) {
      hash
        .update(`${name}\0`)
        .update(readFileSync(path.join(root, name)))
        .update("\0");
    }
  };
  for (const name of names) add(name, statOf(name));
  return hash.digest("hex");
}

/**
 * Does `work` unless it was already done for the same hash.
 * @param {string} stampFile stores the hash of the last success
 * @param {string} hash
 * @param {string | string[]} product what `work` makes: when some of that is missing, it is made again
 * @param {() => Promise<void>} work
 */
export async function unlessDone(stampFile, hash, product, work) {
  const isThere = [product, stampFile].flat().every((file) => existsSync(file));
  if (isThere && readFileSync(stampFile, "utf8") === hash) return;
  // Work that fails can already have replaced the product, which then no longer belongs to the stamp's hash.
  rmSync(stampFile, { force: true });
  await work();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
}
