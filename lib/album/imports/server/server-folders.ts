import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { isOperator } from "@/lib/account/first-run/server/first-run-service";
import { requireGrownUp } from "@/lib/album/imports/server/import-actor";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { env } from "@/lib/env";
import { notFound } from "@/lib/http/errors";

/** The operator's folders by the name that people see. */
function roots(): Map<string, string> {
  const named = new Map<string, string>();
  for (const folder of env.IMPORT_FOLDERS) {
    const name = path.basename(folder) || folder;
    named.set(named.has(name) ? `${name} ${named.size + 1}` : name, folder);
  }
  return named;
}

/** What the operator can import from: the folders they named, and those in them. Nobody else is shown the server's folders. */
export async function listImportFolders(actor: MemberActor): Promise<{ name: string }[]> {
  requireGrownUp(actor);
  if (!(await isOperator(actor))) return [];
  const names: string[] = [];
  for (const [name, root] of roots()) {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => null);
    if (!entries) continue;
    const inside = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
    names.push(name, ...inside.map((entry) => `${name}/${entry.name}`));
  }
  return names.sort().map((name) => ({ name }));
}

/** The path of a folder by its name; null when it isn't there, or leads out of what the operator named. */
export async function pathOfImportFolder(name: string): Promise<string | null> {
  const [first = "", ...rest] = name.split("/");
  const root = roots().get(first);
  if (root === undefined || rest.some((part) => part === "" || part === "." || part === "..")) return null;
  try {
    const [allowed, wanted] = await Promise.all([realpath(root), realpath(path.join(root, ...rest))]);
    return wanted === allowed || wanted.startsWith(`${allowed}${path.sep}`) ? wanted : null;
  } catch {
    return null;
  }
}

/** @throws AppError 404 for anyone but the operator, and for a folder that isn't there */
export async function requireImportFolder(actor: MemberActor, name: string): Promise<void> {
  if (!(await isOperator(actor)) || (await pathOfImportFolder(name)) === null) throw notFound();
}
