import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * One hash over the names and contents of files, to know whether they changed.
 * @param {string} root of the project
 * @param {string[]} names of files and folders under it; missing ones count as empty
 * @param {string[]} [without] folders to leave out
 */
export function sourceHash(root, names, without = []) {
  const hash = createHash("sha256");
  const add = (name) => {
    const file = path.join(root, name);
    if (without.includes(name) || !existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const child of readdirSync(file).sort()) add(path.join(name, child));
      return;
    }
    hash.update(`${name}\0`).update(readFileSync(file)).update("\0");
  };
  for (const name of names) add(name);
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
  await work();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
}
