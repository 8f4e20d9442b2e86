import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "@/lib/env";
import type { Manifest } from "@/lib/operations/backup/server/manifest";

const lastBackupSchema = z.object({
  finishedAt: z.iso.datetime(),
  folder: z.string(),
  isEncrypted: z.boolean(),
  /** Originals that were missing or had changed. */
  faults: z.number(),
});
export type LastBackup = z.infer<typeof lastBackupSchema>;

/** Beside the album rather than in the database, which a backup only reads. */
const noteFile = () => path.join(env.DATA_DIR, "last-backup.json");

/** Records a finished backup for the system's checks. Never makes the backup fail. */
export async function noteBackup(folder: string, { encryption, faults }: Manifest): Promise<void> {
  const note: LastBackup = {
    finishedAt: new Date().toISOString(),
    folder,
    isEncrypted: (encryption?.recipients.length ?? 0) > 0,
    faults: faults.missing.length + faults.altered.length,
  };
  await writeFile(noteFile(), `${JSON.stringify(note)}\n`, { mode: 0o600 }).catch(() => {});
}

/** The last backup that was made with this data folder; null if there was none. */
export async function readLastBackup(): Promise<LastBackup | null> {
  try {
    return lastBackupSchema.parse(JSON.parse(await readFile(noteFile(), "utf8")));
  } catch {
    return null;
  }
}
