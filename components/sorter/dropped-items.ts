/** A part of Chromium's File System Access API that TypeScript does not know. */
export type Handle = FileSystemFileHandle | FileSystemDirectoryHandle;
type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<Handle | null> };

/** The contents of a drop, before any of it is read. */
export interface DroppedItems {
  /** An entry is null if its file has since been deleted; the whole list is null if the browser has no handles. */
  handles: readonly Promise<Handle | null>[] | null;
  entries: readonly (FileSystemEntry | null)[];
  files: readonly File[];
}

/** The event's list is emptied once the event is over, so all of it is requested immediately. */
export function takeDropped(transfer: DataTransfer): DroppedItems {
  const items = [...transfer.items].filter(({ kind }) => kind === "file") as HandleItem[];
  const asked = items.map((item) => item.getAsFileSystemHandle?.() ?? null);
  const files = [...transfer.files];
  if (asked.length > 0 && asked.every((handle) => handle !== null)) {
    return { handles: asked.map((handle) => handle.catch(() => null)), entries: [], files };
  }
  // Only without handles: for five hundred files a phone would take half a second.
  return { handles: null, entries: items.map((item) => item.webkitGetAsEntry?.() ?? null), files };
}
