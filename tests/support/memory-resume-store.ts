import type { ResumeStore, UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";

/** A browser's record of unfinished uploads, held to the same contract as the one in IndexedDB. */
export function memoryResumeStore(): ResumeStore {
  const kept = new Map<string, UnfinishedUpload>();
  return {
    save: async (upload) => void kept.set(upload.uploadId, upload),
    remove: async (uploadId) => void kept.delete(uploadId),
    list: async () => [...kept.values()],
  };
}
