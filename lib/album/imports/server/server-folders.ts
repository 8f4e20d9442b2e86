import { readdir } from "node:fs/promises";
import { isOperator } from "@/lib/account/first-run/server/first-run-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireGrownUp } from "@/lib/core/auth/server/grown-ups";
import { notFound } from "@/lib/http/errors";
import { pathOnServer, serverFolders } from "@/lib/platform/storage/server-folders";

/** The folders the operator can import from: those they named, and their subfolders. Nobody else is shown any. */
export async function listImportFolders(actor: MemberActor): Promise<{ name: string }[]> {
  requireGrownUp(actor);
  if (!(await isOperator(actor))) return [];
  const names: string[] = [];
  for (const [name, root] of serverFolders()) {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => null);
    if (!entries) continue;
    const inside = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
    names.push(name, ...inside.map((entry) => `${name}/${entry.name}`));
  }
  return names.sort().map((name) => ({ name }));
}

/** @throws AppError 404 for anyone but the operator, for an API key, and for a folder that isn't there */
export async function requireImportFolder(actor: MemberActor, name: string): Promise<void> {
  const isAllowed = actor.key === null && (await isOperator(actor));
  if (!isAllowed || (await pathOnServer(name)) === null) throw notFound();
}
