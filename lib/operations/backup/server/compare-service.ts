import pg from "pg";
import { directDatabaseUrl } from "@/lib/env";
import { hashFile, readFileList, readManifest } from "@/lib/operations/backup/server/folder";
import type { BackedUpFile } from "@/lib/operations/backup/server/manifest";
import { countRows } from "@/lib/operations/backup/server/tables";
import { getStorage } from "@/lib/platform/storage/storage";

/** What people put into an album: an update never reduces it. */
const countedTables = [
  "User",
  "Family",
  "Membership",
  "FamilyMember",
  "Media",
  "MediaTag",
  "Heart",
  "Comment",
  "Notice",
  "PrintOrder",
  "GiftOrder",
  "Voucher",
];
const sampleSize = 50;

/** Files spread evenly over the list, which is ordered by key. */
async function sampleFiles(folder: string, count: number): Promise<BackedUpFile[]> {
  const every = Math.max(1, Math.floor(count / sampleSize));
  const sample: BackedUpFile[] = [];
  let at = 0;
  for await (const file of readFileList(folder)) if (at++ % every === 0) sample.push(file);
  return sample;
}

/**
 * Compares the album with a backup made before an update: the number of rows, and a sample of the files byte by byte.
 * @returns what was compared, and what is missing, in sentences
 * @throws BackupError when the backup can't be read
 */
export async function compareWithBackup(
  folder: string,
): Promise<{ rows: number; files: number; faults: string[] }> {
  const manifest = await readManifest(folder);
  const faults: string[] = [];
  let rows = 0;
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    for (const table of manifest.tables.filter(({ name }) => countedTables.includes(name))) {
      const now = await countRows(client, table.name);
      if (now < table.rows) faults.push(`${table.name} has ${now} rows; it had ${table.rows}.`);
      rows += now;
    }
  } finally {
    await client.end();
  }
  const sample = await sampleFiles(folder, manifest.files.count);
  for (const { key, sha256 } of sample) {
    const found = await getStorage()
      .withLocalFile(key, hashFile)
      .catch(() => null);
    if (found?.sha256 !== sha256) faults.push(`${key} is ${found ? "not what it was" : "missing"}.`);
  }
  return { rows, files: sample.length, faults };
}
