import { accessSync, constants } from "node:fs";
import path from "node:path";

/** A figure that can't be measured on this machine: its row says so instead of a number. */
export class MissingToolError extends Error {
  /** @param {string} need what is missing, and which package has it */
  constructor(need) {
    super(`needs ${need}`);
    this.name = "MissingToolError";
  }
}

const packageOf = {
  wrk: "wrk",
  nginx: "nginx",
  ffmpeg: "ffmpeg",
  chromium: "chromium",
  rclone: "rclone",
  unzip: "unzip",
  exiftool: "libimage-exiftool-perl",
};
const otherNames = {
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  nginx: ["nginx", "/usr/sbin/nginx"],
};

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a program is.
 * @param {"wrk" | "nginx" | "ffmpeg" | "chromium" | "rclone" | "unzip" | "exiftool"} name
 * @returns {string | undefined}
 */
export function findTool(name) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  for (const wanted of otherNames[name] ?? [name]) {
    const candidates = path.isAbsolute(wanted)
      ? [wanted]
      : folders.map((folder) => path.join(folder, wanted));
    const found = candidates.find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {"wrk" | "nginx" | "ffmpeg" | "chromium" | "rclone" | "unzip" | "exiftool"} name
 * @throws MissingToolError
 */
export function requireTool(name) {
  const found = findTool(name);
  if (!found) throw new MissingToolError(`${name} (Debian's package ${packageOf[name]})`);
  return found;
}
