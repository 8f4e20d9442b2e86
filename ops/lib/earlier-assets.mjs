import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Puts the scripts and style sheets of the build that is about to be replaced aside, into `.build/static-before`: a tab
 * that was opened before an update still asks for them by their old names.
 * @param {string} root of the project
 */
export function keepEarlierAssets(root) {
  const current = path.join(root, ".next", "static");
  const before = path.join(root, ".build", "static-before");
  if (!existsSync(current)) return;
  rmSync(before, { recursive: true, force: true });
  cpSync(current, before, { recursive: true });
}
