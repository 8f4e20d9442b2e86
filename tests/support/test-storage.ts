import { existsSync, readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { getStorage } from "@/lib/platform/storage/storage";

/**
 * For test files that store files: the storage under the file's own DATA_DIR, empty for every test unless the file
 * keeps its tests' files for later ones.
 */
export function withTestStorage({ keepsFiles = false }: { keepsFiles?: boolean } = {}): void {
  beforeAll(async () => {
    await getStorage().verifyRoot({ expectExisting: false });
  });
  afterEach(async () => {
    if (keepsFiles) return;
    if (isOnDisk()) await rm(familyFolder(), { recursive: true, force: true, maxRetries: 3 });
    else for (const key of await storedKeys("families/")) await getStorage().delete(key);
    for (const file of await stagedFiles()) await rm(path.join(root(), file));
  });
}

const root = () => path.resolve(process.env.DATA_DIR ?? "", "media");
const familyFolder = () => path.join(root(), "families");
const isOnDisk = () => getStorage().localPath("families/any") !== null;

/** Files of unfinished uploads on the disk. */
export async function stagedFiles(): Promise<string[]> {
  const files = await readdir(path.join(root(), ".staging"), { recursive: true }).catch(() => []);
  return files.map((file) => path.join(".staging", file)).sort();
}

/** The families' files, in one synchronous call because thousands of tests use it. */
export function familyFiles(): string[] {
  if (!existsSync(familyFolder())) return [];
  return readdirSync(familyFolder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
}

/** Keys of every object with this prefix, sorted. */
export async function storedKeys(prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of getStorage().list(prefix)) keys.push(key);
  return keys.sort();
}
