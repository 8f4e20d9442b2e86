import type { ReviewItem } from "@/lib/sorter/review-item";

/** Where to get a chosen file or archive again. */
export interface StoredSource {
  /** The id of the item, or of the archive. */
  id: string;
  name: string;
  bytes: number;
  modifiedMs: number;
  /**
   * At most one of these: a handle costs nothing, bytes are stored within limits. With neither, it must be chosen
   * again.
   */
  handle?: FileSystemFileHandle;
  file?: File;
}

export interface StoredReview {
  items: ReviewItem[];
  sources: StoredSource[];
}

/** Stores a review in this browser, so that it survives closing the tab. */
export interface ReviewStore {
  load: () => Promise<StoredReview>;
  saveItems: (items: readonly ReviewItem[]) => Promise<void>;
  removeItems: (ids: readonly string[]) => Promise<void>;
  /** @returns false if there was no room */
  saveSource: (source: StoredSource) => Promise<boolean>;
  clear: () => Promise<void>;
}

const itemStore = "items";
const sourceStore = "sources";

const idleMs = 1_000;

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(itemStore, { keyPath: "id" });
      request.result.createObjectStore(sourceStore, { keyPath: "id" });
    };
    request.onsuccess = () => {
      // Don't block a sign-out, which deletes every database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/**
 * One person's review in one family. If a browser refuses storage, the review isn't stored, but nothing throws.
 * Sign-out deletes all databases.
 */
export function createReviewStore(userId: string, familyId: string): ReviewStore {
  const name = `keepsake-sorter-${userId}-${familyId}`;
  let users = 0;
  let opened: Promise<IDBDatabase> | null = null;

  /** Open while in use, so that consecutive writes open it only once. */
  async function use<T>(
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => T,
  ): Promise<T | null> {
    users += 1;
    opened ??= open(name);
    const opening = opened;
    try {
      const database = await opening;
      const transaction = database.transaction([itemStore, sourceStore], mode);
      const committed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
      const result = work(transaction);
      await committed;
      return result;
    } catch {
      // Closed meanwhile, by a sign-out for example: the next call reopens it, or fails too.
      if (opened === opening) opened = null;
      return null;
    } finally {
      users -= 1;
      setTimeout(() => {
        if (users > 0 || opened !== opening) return;
        opened = null;
        void opening.then((database) => database.close()).catch(() => {});
      }, idleMs);
    }
  }

  return {
    async load() {
      const read = await use("readonly", (transaction) => [
        transaction.objectStore(itemStore).getAll(),
        transaction.objectStore(sourceStore).getAll(),
      ]);
      const [items, sources] = (read ?? []).map(({ result }) => result);
      return { items: (items ?? []) as ReviewItem[], sources: (sources ?? []) as StoredSource[] };
    },
    async saveItems(items) {
      await use("readwrite", (transaction) => {
        for (const item of items) transaction.objectStore(itemStore).put(item);
      });
    },
    async removeItems(ids) {
      await use("readwrite", (transaction) => {
        for (const id of ids) {
          transaction.objectStore(itemStore).delete(id);
          transaction.objectStore(sourceStore).delete(id);
        }
      });
    },
    async saveSource(source) {
      return (
        (await use("readwrite", (transaction) => transaction.objectStore(sourceStore).put(source))) !== null
      );
    },
    async clear() {
      await use("readwrite", (transaction) => {
        transaction.objectStore(itemStore).clear();
        transaction.objectStore(sourceStore).clear();
      });
    },
  };
}

/** Bytes of files to store: a part of the browser's free space, but never enough to fill a disk. */
const maxStoredBytes = 2 * 1024 ** 3;

export async function availableStorageBytes(): Promise<number> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return Math.max(0, Math.min(maxStoredBytes, (quota - usage) * 0.4));
  } catch {
    return 0;
  }
}
