import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { getStorage } from "@/lib/platform/storage/storage";

/**
 * For test files that keep files: the storage under the file's own DATA_DIR, empty for every test unless the file's
 * tests keep theirs for those that follow.
 */
export function withTestStorage({ keepsFiles = false }: { keepsFiles?: boolean } = {}): void {
  beforeAll(async () => {
    await getStorage().verifyRoot({ expectExisting: false });
  });
  afterEach(async () => {
    if (keepsFiles) return;
    for (const key of await storedKeys("families/")) await getStorage().delete(key);
    for (const file of await stagedFiles()) await rm(path.join(root(), file));
  });
}

const root = () => path.resolve(process.env.DATA_DIR ?? "", "media");

/** Files of unfinished uploads on the disk. */
export async function stagedFiles(): Promise<string[]> {
  const files = await readdir(path.join(root(), ".staging"), { recursive: true }).catch(() => []);
  return files.map((file) => path.join(".staging", file)).sort();
}

/** Keys of every object whose key starts so, sorted. */
export async function storedKeys(prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of getStorage().list(prefix)) keys.push(key);
  return keys.sort();
}
