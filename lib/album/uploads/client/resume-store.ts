import type { UploadTarget } from "@/lib/album/uploads/client/upload-context";
import type { FileFacts } from "@/lib/album/uploads/file-rules";
import { hourMs } from "@/lib/shared/units";
import { uploadLifetimeHours } from "@/lib/shared/upload-limits";

/** An unfinished upload in chunks, with its file: enough to resume after a reload. */
export interface UnfinishedUpload extends UploadTarget {
  uploadId: string;
  /** The family it was begun in: it belongs there, whichever family is current later. */
  familyId: string;
  /** Only its facts if the browser had no room for it: the person has to choose it again. */
  file: File | FileFacts;
  /** Milliseconds since 1970. */
  startedAt: number;
}

export interface KeptUpload extends UnfinishedUpload {
  file: File;
}

/** Whether its file is stored, so that it can resume immediately. */
export const isKept = (upload: UnfinishedUpload): upload is KeptUpload => upload.file instanceof File;

export interface ResumeStore {
  save: (upload: UnfinishedUpload) => Promise<void>;
  remove: (uploadId: string) => Promise<void>;
  list: () => Promise<UnfinishedUpload[]>;
}

const storeName = "unfinished";

function requestToPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "uploadId" });
  return requestToPromise(request);
}

/**
 * One person's unfinished uploads in IndexedDB. In a browser that refuses storage (private windows, no space left)
 * every function does nothing, and uploads can't be resumed. Sign-out deletes all databases.
 */
export function createResumeStore(userId: string, now: () => number = Date.now): ResumeStore {
  const name = `keepsake-uploads-${userId}`;

  async function use<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> {
    try {
      const database = await open(name);
      // Don't block a sign-out.
      database.onversionchange = () => database.close();
      try {
        const transaction = database.transaction(storeName, mode);
        const committed = new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
        });
        const [result] = await Promise.all([
          requestToPromise(work(transaction.objectStore(storeName))),
          committed,
        ]);
        return result;
      } finally {
        database.close();
      }
    } catch {
      return null;
    }
  }

  return {
    async save(upload) {
      const saved = await use("readwrite", (store) => store.put(upload));
      if (saved !== null) return;
      const { name, size, lastModified } = upload.file;
      await use("readwrite", (store) => store.put({ ...upload, file: { name, size, lastModified } }));
    },
    async remove(uploadId) {
      await use("readwrite", (store) => store.delete(uploadId));
    },
    async list() {
      const all = ((await use("readonly", (store) => store.getAll())) ?? []) as UnfinishedUpload[];
      const isGone = ({ startedAt, file }: UnfinishedUpload) =>
        startedAt <= now() - uploadLifetimeHours(file.size) * hourMs;
      // The server has forgotten them too.
      await Promise.all(all.filter(isGone).map(({ uploadId }) => this.remove(uploadId)));
      return all.filter((upload) => !isGone(upload));
    },
  };
}
