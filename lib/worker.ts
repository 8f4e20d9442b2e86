import { env } from "@/lib/env";
import { deriveMedia, requeuePending, transcodeMedia } from "@/lib/features/media/derivatives-service";
import { purgeTrash, removeFiles } from "@/lib/features/media/service";
import {
  deriveTask,
  mediaTaskPayload,
  removeFilesPayload,
  removeFilesTask,
  transcodeTask,
} from "@/lib/features/media/tasks";
import { removeExpiredRecords } from "@/lib/features/system/service";
import { removeExpiredUploads } from "@/lib/features/uploads/chunked-service";
import { removeStaleTemporaryFiles } from "@/lib/platform/files/temporary-file";
import { startWorker } from "@/lib/platform/queue/queue";
import { getStorage } from "@/lib/platform/storage/storage";

async function tidyUp(): Promise<void> {
  while ((await purgeTrash()) > 0);
  await removeExpiredUploads();
  await getStorage().removeStaleTemporaries();
  await removeStaleTemporaryFiles();
  await removeExpiredRecords();
}

const tasks = {
  [deriveTask]: async (payload: unknown) => {
    await deriveMedia(mediaTaskPayload.parse(payload).mediaId);
  },
  [transcodeTask]: (payload: unknown) => transcodeMedia(mediaTaskPayload.parse(payload).mediaId),
  [removeFilesTask]: (payload: unknown) => removeFiles(removeFilesPayload.parse(payload).keys),
  "house.tidy-up": tidyUp,
  "house.requeue": async () => {
    await requeuePending();
  },
};

/** Starts working off the queue in this process; what an earlier process left behind first. */
export async function startWorkers(): Promise<{ stop: () => Promise<void> }> {
  await requeuePending();
  return startWorker({
    tasks,
    concurrency: env.WORKER_CONCURRENCY,
    cron: [
      { task: "house.tidy-up", pattern: "17 * * * *" },
      // A job whose worker was killed stays locked for hours; its item is asked for again.
      { task: "house.requeue", pattern: "*/30 * * * *" },
    ],
  });
}
