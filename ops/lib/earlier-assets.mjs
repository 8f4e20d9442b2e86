import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Moves the scripts and style sheets of the build about to be replaced into `.build/static-before`: a tab opened before
 * an update still requests them by their old names.
 * @param {string} root of the project
 */
export function moveEarlierAssets(root) {
  const current = path.join(root, ".next", "static");
  const before = path.join(root, ".build", "static-before");
  if (!existsSync(current)) return;
  rmSync(before, { recursive: true, force: true });
  cpSync(current, before, { recursive: true });
}
