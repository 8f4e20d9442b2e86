import { collectDropped } from "@/components/sorter/collect-files";
import type { DroppedItems } from "@/components/sorter/dropped-items";
import { isSystemFile } from "@/lib/sorter/client/system-files";

/** The dropped files, without system files. */
export async function readDroppedFiles(items: DroppedItems): Promise<File[]> {
  const dropped = await collectDropped(items);
  return dropped.flatMap(({ file, path }) => (isSystemFile(path) ? [] : file));
}
