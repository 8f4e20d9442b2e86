import path from "node:path";
import { isInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { Semaphore } from "@/lib/shared/semaphore";

const looksAtOnce = 32;
/** Above this many objects, the bucket is listed instead: one call for each would take longer. */
export const maxSingleLooks = 500;

async function lookAtEach(keys: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const looking = new Semaphore(looksAtOnce);
  const look = async (key: string) => {
    const found = await getStorage().stat(key);
    if (found) sizes.set(key, found.bytes);
  };
  await Promise.all(keys.map((key) => looking.run(() => look(key))));
  return sizes;
}

async function listFolders(keys: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const wanted = new Set(keys);
  for (const folder of new Set(keys.map((key) => path.posix.dirname(key)))) {
    for await (const { key, bytes } of getStorage().list(`${folder}/`)) {
      if (wanted.has(key)) sizes.set(key, bytes);
    }
  }
  return sizes;
}

/** The sizes of the objects that exist in storage. Files that stay in a folder are in no listing. */
export async function storedSizes(keys: readonly string[]): Promise<Map<string, number>> {
  const stored = keys.filter((key) => !isInPlace(key));
  const isRemote = stored.some((key) => getStorage().localPath(key) === null);
  if (!isRemote || stored.length <= maxSingleLooks) return lookAtEach(keys);
  const inPlace = await lookAtEach(keys.filter(isInPlace));
  return new Map([...inPlace, ...(await listFolders(stored))]);
}
