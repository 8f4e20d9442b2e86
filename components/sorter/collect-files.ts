import type { DroppedItems, Handle } from "@/components/sorter/dropped-items";
import type { DroppedFile } from "@/lib/sorter/client/chosen-source";

/** Parts of Chromium's File System Access API that TypeScript does not know. */
type IterableDirectory = FileSystemDirectoryHandle & { values: () => AsyncIterable<Handle> };
interface Pickers {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>;
}

async function* filesOf(handle: Handle, folder: string): AsyncGenerator<DroppedFile> {
  const path = `${folder}${handle.name}`;
  if (handle.kind === "file") {
    // A file deleted in the meantime can't be chosen.
    const file = await handle.getFile().catch(() => null);
    if (file) yield { file, path, handle };
    return;
  }
  for await (const inside of (handle as IterableDirectory).values()) yield* filesOf(inside, `${path}/`);
}

async function allOf(handles: readonly Handle[]): Promise<DroppedFile[]> {
  const files: DroppedFile[] = [];
  for (const handle of handles) for await (const file of filesOf(handle, "")) files.push(file);
  return files;
}

async function* filesOfEntry(entry: FileSystemEntry): AsyncGenerator<DroppedFile> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    if (file) yield { file, path };
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns a hundred entries at a time.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (batch.length === 0) return;
    for (const inside of batch) yield* filesOfEntry(inside);
  }
}

/** Everything dropped, folders including their contents; with handles if the browser provides them. */
export async function collectDropped({ handles, entries, files }: DroppedItems): Promise<DroppedFile[]> {
  if (handles) {
    const known = await Promise.all(handles);
    // A file deleted in the meantime has neither; anything that isn't a file on disk has no handle.
    const without = files.filter((_, at) => known[at] === null);
    return [...(await allOf(known.flatMap((handle) => handle ?? []))), ...asDropped(without)];
  }
  if (!entries.some(Boolean)) return asDropped(files);
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry) for await (const file of filesOfEntry(entry)) found.push(file);
  return found;
}

/** Files from a file input; one that took a folder gives each file's path within it. */
export const asDropped = (files: Iterable<File>): DroppedFile[] =>
  [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/**
 * Opens the browser's own picker, which provides handles.
 * @returns null if there is none: an input is used instead
 */
export async function pickWithHandles(what: "files" | "folder"): Promise<DroppedFile[] | null> {
  const { showOpenFilePicker, showDirectoryPicker } = window as Pickers;
  try {
    if (what === "folder") {
      return showDirectoryPicker ? await allOf([await showDirectoryPicker.call(window)]) : null;
    }
    return showOpenFilePicker ? await allOf(await showOpenFilePicker.call(window, { multiple: true })) : null;
  } catch (error) {
    // Closed without a choice.
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}
