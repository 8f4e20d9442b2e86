/** A part of Chromium's File System Access API that TypeScript does not know. */
export type Handle = FileSystemFileHandle | FileSystemDirectoryHandle;
type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<Handle | null> };

/** What a drop has brought, before any of it is read. */
export interface DroppedItems {
  /** Null in place of one whose file has been deleted meanwhile; null altogether where the browser has no handles. */
  handles: readonly Promise<Handle | null>[] | null;
  entries: readonly (FileSystemEntry | null)[];
  files: readonly File[];
}

/** The event's list is emptied as soon as the event is over, so all of it is requested at once. */
export function takeDropped(transfer: DataTransfer): DroppedItems {
  const items = [...transfer.items].filter(({ kind }) => kind === "file") as HandleItem[];
  const asked = items.map((item) => item.getAsFileSystemHandle?.() ?? null);
  const files = [...transfer.files];
  if (asked.length > 0 && asked.every((handle) => handle !== null)) {
    return { handles: asked.map((handle) => handle.catch(() => null)), entries: [], files };
  }
  // Only where there are no handles: for five hundred files a phone would take half a second.
  return { handles: null, entries: items.map((item) => item.webkitGetAsEntry?.() ?? null), files };
}
