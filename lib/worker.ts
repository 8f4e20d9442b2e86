import { env } from "@/lib/env";
import { askAdminsForChild } from "@/lib/features/accounts/child-recovery-service";
import { sendResetLink, tellOfGuessing } from "@/lib/features/accounts/recovery-service";
import { sendSmsCodes } from "@/lib/features/accounts/sms-recovery-service";
import {
  askAdminsForChildPayload,
  askAdminsForChildTask,
  sendResetLinkPayload,
  sendResetLinkTask,
  sendSmsCodesPayload,
  sendSmsCodesTask,
  tellOfGuessingPayload,
  tellOfGuessingTask,
} from "@/lib/features/accounts/tasks";
import { sendDigests } from "@/lib/features/digest/service";
import { sendDigestsTask } from "@/lib/features/digest/tasks";
import { removeFamily } from "@/lib/features/families/removal-service";
import { removeFamilyPayload, removeFamilyTask } from "@/lib/features/families/tasks";
import { deriveMedia, requeuePending, transcodeMedia } from "@/lib/features/media/derivatives-service";
import { purgeTrash, removeFiles } from "@/lib/features/media/service";
import {
  deriveTask,
  mediaTaskPayload,
  removeFilesPayload,
  removeFilesTask,
  transcodeTask,
} from "@/lib/features/media/tasks";
import { deliverMessage } from "@/lib/features/messages/service";
import { deliverMessagePayload, deliverMessageTask } from "@/lib/features/messages/tasks";
import { pushNotificationsPayload, pushNotificationsTask } from "@/lib/features/notifications/tasks";
import { deliverPush, deliverTestPush, queuePushes } from "@/lib/features/push/delivery-service";
import {
  deliverPushPayload,
  deliverPushTask,
  deliverTestPushPayload,
  deliverTestPushTask,
} from "@/lib/features/push/tasks";
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
  [removeFamilyTask]: (payload: unknown) => removeFamily(removeFamilyPayload.parse(payload).familyId),
  [deliverMessageTask]: (payload: unknown, { attempt }: { attempt: number }) =>
    deliverMessage(deliverMessagePayload.parse(payload).messageId, attempt),
  [sendResetLinkTask]: (payload: unknown) => sendResetLink(sendResetLinkPayload.parse(payload).email),
  [sendSmsCodesTask]: (payload: unknown) => sendSmsCodes(sendSmsCodesPayload.parse(payload).phoneNumber),
  [askAdminsForChildTask]: (payload: unknown) =>
    askAdminsForChild(askAdminsForChildPayload.parse(payload).username),
  [tellOfGuessingTask]: (payload: unknown) =>
    tellOfGuessing(tellOfGuessingPayload.parse(payload).usernameOrEmail),
  [sendDigestsTask]: async () => {
    await sendDigests();
  },
  "house.tidy-up": tidyUp,
  "house.requeue": async () => {
    await requeuePending();
  },
};

/**
 * Pushes have workers of their own: a push service that hangs keeps nobody waiting for a picture or a mail, and a
 * thousand pushes leave the processor to whoever asks for a page.
 */
const pushTasks = {
  [pushNotificationsTask]: (payload: unknown) =>
    queuePushes(pushNotificationsPayload.parse(payload).notificationIds),
  [deliverPushTask]: (payload: unknown, { attempt }: { attempt: number }) =>
    deliverPush(deliverPushPayload.parse(payload), attempt),
  [deliverTestPushTask]: (payload: unknown) => deliverTestPush(deliverTestPushPayload.parse(payload)),
};
const pushConcurrency = 2;

/** Starts working off the queue in this process; what an earlier process left behind first. */
export async function startWorkers(): Promise<{ stop: () => Promise<void> }> {
  await requeuePending();
  const pushes = await startWorker({ tasks: pushTasks, concurrency: pushConcurrency, cron: [] });
  const others = await startWorker({
    tasks,
    concurrency: env.WORKER_CONCURRENCY,
    cron: [
      { task: "house.tidy-up", pattern: "17 * * * *" },
      // Due once a week; asked every hour, so that a server that was off then sends it when it is on again.
      { task: sendDigestsTask, pattern: "2 * * * *" },
      // A job whose worker was killed stays locked for hours; its item is asked for again.
      { task: "house.requeue", pattern: "*/30 * * * *" },
    ],
  });
  return {
    stop: async () => {
      await Promise.all([pushes.stop(), others.stop()]);
    },
  };
}
