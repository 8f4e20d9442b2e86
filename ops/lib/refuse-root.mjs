import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { finishedStamp } from "./prepare.mjs";
import { readDataDir } from "./settings.mjs";

/**
 * An album that another user runs could no longer start: as root, PostgreSQL's files are given to the user `postgres`,
 * and everything else that is written belongs to root. In a container, commands run as the album's own user, which can
 * be root although the volume belongs to another.
 * @param {string} root of the project
 */
export function refuseRootForOtherUser(root) {
  if (process.getuid?.() !== 0 || existsSync(finishedStamp(root))) return;
  const dataDir = readDataDir(root);
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (uid === 0) return;
  const name = spawnSync("id", ["-nu", String(uid)], { encoding: "utf8" }).stdout?.trim() || uid;
  throw new Error(
    `${dataDir} belongs to the user ${name}. Run this as that user instead of as root, as docs/installing.md shows; ` +
      "if the album does run as root, chown root that folder first. Nothing was changed.",
  );
}
