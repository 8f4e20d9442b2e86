import { purgeActivity } from "@/lib/core/activity/retention-service";
import { releaseMailsTask } from "@/lib/core/messages/mail-ceiling-service";
import { deliverMessage } from "@/lib/core/messages/service";
import { deliverMessageTask } from "@/lib/core/messages/tasks";
import { pushNotificationsTask } from "@/lib/core/notify/tasks";
import { env } from "@/lib/env";
import { askAdminsForChildTask } from "@/lib/features/accounts/child-recovery-service";
import { sendResetLinkTask, tellOfGuessingTask } from "@/lib/features/accounts/recovery-service";
import { sendSmsCodesTask } from "@/lib/features/accounts/sms-recovery-service";
import { removeExpiredArchives } from "@/lib/features/archives/service";
import { cancelSubscriptionTask, expireCheckoutTask } from "@/lib/features/billing/provider-tasks-service";
import { endGracesTask } from "@/lib/features/billing/tier-service";
import { sendCampaignTask } from "@/lib/features/campaigns/delivery-service";
import { sendDigestsTask } from "@/lib/features/digest/service";
import { removeFamilyTask } from "@/lib/features/families/removal-service";
import { dropUnpaidOrders } from "@/lib/features/gifts/order-service";
import { refundGiftTask } from "@/lib/features/gifts/refund-service";
import {
  beginIntegrityTask,
  checkIntegrityTask,
  requeueIntegrityCheck,
} from "@/lib/features/integrity/service";
import { requeueMaintenance, runMaintenance } from "@/lib/features/maintenance/run-service";
import { maintenanceTask } from "@/lib/features/maintenance/service";
import { deriveTask, requeuePending, transcodeTask } from "@/lib/features/media/derivatives-service";
import { purgeTrash, removeFilesTask } from "@/lib/features/media/service";
import { refreshPrintOrdersTask } from "@/lib/features/prints/callback-service";
import { releasePrintOrderTask } from "@/lib/features/prints/hold-service";
import { makePackageTask, purgePackages } from "@/lib/features/prints/package-service";
import { removeOldProviderCalls } from "@/lib/features/prints/provider-call-service";
import { refreshPrintOrderTask, sendPrintOrderTask } from "@/lib/features/prints/sending-service";
import { deliverPushTask, deliverTestPushTask, queuePushes } from "@/lib/features/push/delivery-service";
import { readFamilyTask, readPictureTask, requeueReading } from "@/lib/features/recognition/queue-service";
import { readPicture } from "@/lib/features/recognition/reading-service";
import { measureTask } from "@/lib/features/similar/measures-service";
import { removeExpiredRecords } from "@/lib/features/system/service";
import { removeExpiredUploads } from "@/lib/features/uploads/chunked-service";
import { endVoucherPlans } from "@/lib/features/vouchers/plan-months-service";
import { returnExpiredVouchers } from "@/lib/features/vouchers/service";
import { removeStaleTemporaryFiles } from "@/lib/platform/files/temporary-file";
import { startWorker, type TaskHandler } from "@/lib/platform/queue/queue";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { closeRecognizer } from "@/lib/platform/recognition/recognition";
import { getStorage } from "@/lib/platform/storage/storage";

/** Ends what has run out: months of a plan, vouchers, unpaid orders. */
async function keepShop(): Promise<void> {
  while ((await endVoucherPlans()) > 0);
  while ((await returnExpiredVouchers()) > 0);
  while ((await dropUnpaidOrders()) > 0);
}

async function tidyUp(): Promise<void> {
  while ((await purgeTrash()) > 0);
  await removeExpiredUploads();
  await getStorage().removeStaleTemporaries();
  await removeStaleTemporaryFiles();
  while ((await purgePackages()) > 0);
  await removeOldProviderCalls();
  await removeExpiredRecords();
  await removeExpiredArchives();
  await purgeActivity();
  await keepShop();
}

/** What a stopped or killed worker left behind. */
async function requeueLeft(): Promise<void> {
  await requeuePending();
  await requeueMaintenance();
  await requeueIntegrityCheck();
  await requeueReading();
}

const tidyUpTask = defineTask("house.tidy-up", noPayload, tidyUp);
const requeueTask = defineTask("house.requeue", noPayload, requeueLeft);

const tasks = [
  deriveTask,
  transcodeTask,
  removeFilesTask,
  removeFamilyTask,
  deliverMessageTask.handledBy(({ messageId }, { attempt }) => deliverMessage(messageId, attempt)),
  releaseMailsTask,
  sendResetLinkTask,
  sendSmsCodesTask,
  askAdminsForChildTask,
  tellOfGuessingTask,
  cancelSubscriptionTask,
  expireCheckoutTask,
  refundGiftTask,
  endGracesTask,
  sendDigestsTask,
  maintenanceTask.handledBy(({ jobId }, { attempt, signal }) => runMaintenance(jobId, attempt, signal)),
  beginIntegrityTask,
  checkIntegrityTask,
  releasePrintOrderTask,
  makePackageTask,
  sendPrintOrderTask,
  refreshPrintOrderTask,
  refreshPrintOrdersTask,
  sendCampaignTask,
  measureTask,
  tidyUpTask,
  requeueTask,
];

/**
 * Pushes have workers of their own: a push service that hangs keeps nobody waiting for a picture or a mail, and a
 * thousand pushes leave the processor to whoever asks for a page.
 */
const pushTasks = [
  pushNotificationsTask.handledBy(({ notificationIds }) => queuePushes(notificationIds)),
  deliverPushTask,
  deliverTestPushTask,
];
const pushConcurrency = 2;

/** Looking into pictures takes seconds each: one at a time, and nothing else waits behind it. */
const recognitionTasks = [readPictureTask.handledBy(({ mediaId }) => readPicture(mediaId)), readFamilyTask];
/** A worker that stops gives the picture in hand so long; then it is broken off, and tried again later. */
const lastPictureMs = 5_000;

const byName = (list: { name: string; run: TaskHandler }[]) =>
  Object.fromEntries(list.map((task): [string, TaskHandler] => [task.name, (...job) => task.run(...job)]));

/** Starts working off the queue in this process; what an earlier process left behind first. */
export async function startWorkers(): Promise<{ stop: () => Promise<void> }> {
  await requeueLeft();
  const pushes = await startWorker({ tasks: byName(pushTasks), concurrency: pushConcurrency, cron: [] });
  const recognition = await startWorker({ tasks: byName(recognitionTasks), concurrency: 1, cron: [] });
  const others = await startWorker({
    tasks: byName(tasks),
    concurrency: env.WORKER_CONCURRENCY,
    cron: [
      { task: tidyUpTask.name, pattern: "17 * * * *" },
      { task: measureTask.name, pattern: "* * * * *" },
      { task: releaseMailsTask.name, pattern: "* * * * *" },
      { task: refreshPrintOrdersTask.name, pattern: "37 * * * *" },
      // Due once a week; asked every hour, so that a server that was off then sends it when it is on again.
      { task: sendDigestsTask.name, pattern: "2 * * * *" },
      { task: endGracesTask.name, pattern: "32 * * * *" },
      // When nobody looks: every original is read.
      { task: beginIntegrityTask.name, pattern: "23 3 * * *" },
      // A job whose worker was killed stays locked for hours; its item is asked for again.
      { task: requeueTask.name, pattern: "*/30 * * * *" },
    ],
  });
  return {
    stop: async () => {
      const hurry = setTimeout(() => void closeRecognizer(), lastPictureMs);
      await Promise.all([pushes.stop(), recognition.stop(), others.stop()]);
      clearTimeout(hurry);
      await closeRecognizer();
    },
  };
}
