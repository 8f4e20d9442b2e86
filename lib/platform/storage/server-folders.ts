import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";

/** The operator's folders by the name that people see. */
export function serverFolders(): Map<string, string> {
  const named = new Map<string, string>();
  for (const folder of env.IMPORT_FOLDERS) {
    const name = path.basename(folder) || folder;
    named.set(named.has(name) ? `${name} ${named.size + 1}` : name, folder);
  }
  return named;
}

/**
 * The path of a file or folder by its name, which begins with one of the operator's folders; null if it doesn't exist,
 * or leads out of that folder.
 */
export async function pathOnServer(name: string): Promise<string | null> {
  const [first = "", ...rest] = name.split("/");
  const root = serverFolders().get(first);
  if (root === undefined || rest.some((part) => part === "" || part === "." || part === "..")) return null;
  try {
    const [allowed, wanted] = await Promise.all([realpath(root), realpath(path.join(root, ...rest))]);
    return wanted === allowed || wanted.startsWith(`${allowed}${path.sep}`) ? wanted : null;
  } catch {
    return null;
  }
}

/** Whether the operator's folder of this name is empty, like the mount point of a disk that isn't mounted. */
export async function isFolderAway(name: string): Promise<boolean> {
  const root = serverFolders().get(name.split("/")[0] ?? "");
  if (root === undefined) return true;
  const names = await readdir(root).catch(() => []);
  return names.length === 0;
}
