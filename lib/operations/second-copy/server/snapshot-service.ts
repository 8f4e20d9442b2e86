import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { backUpRows } from "@/lib/operations/backup/server/backup-service";
import { manifestName } from "@/lib/operations/backup/server/manifest";
import { gzipped, secretEntries, textEntry } from "@/lib/operations/second-copy/server/base-service";
import { snapshotName } from "@/lib/operations/second-copy/server/names";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import { type TarEntry, tarOf } from "@/lib/platform/files/tar";

/** Where the rows are until they are sent; what a killed process left is overwritten. */
const folder = () => path.resolve(env.DATA_DIR, "second-copy-rows");

async function* rowFiles(): AsyncGenerator<TarEntry> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder(), file).split(path.sep).join("/");
    yield { name, bytes: (await stat(file)).size, content: createReadStream(file) };
  }
}

/**
 * Copies all rows in a backup's format, because the log of a PostgreSQL that isn't ours can't be read.
 * @returns the moment they were read
 */
export async function copySnapshot({
  target,
  recipients,
}: {
  target: CopyTarget;
  recipients: readonly string[];
}): Promise<Date> {
  await rm(folder(), { recursive: true, force: true });
  try {
    const manifest = await backUpRows(folder());
    const at = new Date(manifest.createdAt);
    async function* entries(): AsyncGenerator<TarEntry> {
      yield* secretEntries();
      yield textEntry(manifestName, JSON.stringify(manifest));
      yield* rowFiles();
    }
    await target.put(snapshotName(at), gzipped(tarOf(entries())), recipients);
    await db.secondCopy.updateMany({ data: { baseAt: at, lineage: null } });
    return at;
  } finally {
    await rm(folder(), { recursive: true, force: true });
  }
}
