import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import { hourMs } from "@/lib/shared/units";

const folder = () => path.resolve(env.DATA_DIR, "scratch");
const namePattern = /^work-[0-9a-f-]{36}\.[a-z0-9]+$/;

/**
 * Runs `use` with the path of a file that doesn't exist yet, under DATA_DIR; whatever is there afterwards is removed.
 * @param extension without the dot, `[a-z0-9]+`
 */
export async function withTemporaryFile<T>(extension: string, use: (path: string) => Promise<T>): Promise<T> {
  await mkdir(folder(), { recursive: true });
  const file = path.join(folder(), `work-${randomUUID()}.${extension}`);
  try {
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Removes what killed processes left behind, `olderThanHours` old or older. Resolves to the number removed. */
export async function removeStaleTemporaryFiles(olderThanHours = 24): Promise<number> {
  const limit = Date.now() - olderThanHours * hourMs;
  let removed = 0;
  for (const name of await readdir(folder()).catch(() => [])) {
    const file = path.join(folder(), name);
    const found = namePattern.test(name) ? await stat(file).catch(() => null) : null;
    if (!found || found.mtimeMs > limit) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
