import { existsSync } from "node:fs";
import path from "node:path";
import { buildPages, buildPrograms, generate, programFile } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

/** Exists in a container image, where everything is built and can't be rebuilt. @param {string} root */
export const finishedStamp = (root) => path.join(root, ".build", "finished");

/**
 * Installs, generates and builds what programs need, unless this is a finished build.
 * @param {string} root of the project
 * @param {Parameters<typeof buildPrograms>[1]} names of programs
 * @param {{ pages?: boolean, signal?: AbortSignal }} [options] pages: whether they are needed too
 * @returns {Promise<Record<string, string>>} file of each program
 */
export async function prepare(root, names, { pages = false, signal } = {}) {
  if (existsSync(finishedStamp(root)))
    return Object.fromEntries(names.map((name) => [name, programFile(root, name)]));
  await ensureInstalled(root, signal);
  await generate(root, signal);
  const programs = await buildPrograms(root, names);
  if (pages) await buildPages(root, signal);
  return programs;
}
