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
import { purgeActivity } from "@/lib/features/activity/retention-service";
import { removeExpiredArchives } from "@/lib/features/archives/service";
import { cancelAtProvider, expireAtProvider } from "@/lib/features/billing/provider-tasks-service";
import {
  cancelSubscriptionPayload,
  cancelSubscriptionTask,
  endGracesTask,
  expireCheckoutPayload,
  expireCheckoutTask,
} from "@/lib/features/billing/tasks";
import { endGraces } from "@/lib/features/billing/tier-service";
import { deliverCampaign } from "@/lib/features/campaigns/delivery-service";
import { sendCampaignPayload, sendCampaignTask } from "@/lib/features/campaigns/tasks";
import { sendDigests } from "@/lib/features/digest/service";
import { sendDigestsTask } from "@/lib/features/digest/tasks";
import { removeFamily } from "@/lib/features/families/removal-service";
import { removeFamilyPayload, removeFamilyTask } from "@/lib/features/families/tasks";
import { dropUnpaidOrders } from "@/lib/features/gifts/order-service";
import { refundGiftOrder } from "@/lib/features/gifts/refund-service";
import { refundGiftPayload, refundGiftTask } from "@/lib/features/gifts/tasks";
import { beginIntegrityCheck, checkIntegrity, requeueIntegrityCheck } from "@/lib/features/integrity/service";
import {
  beginIntegrityTask,
  checkIntegrityPayload,
  checkIntegrityTask,
} from "@/lib/features/integrity/tasks";
import { requeueMaintenance, runMaintenance } from "@/lib/features/maintenance/run-service";
import { maintenancePayload, maintenanceTask } from "@/lib/features/maintenance/tasks";
import { deriveMedia, requeuePending, transcodeMedia } from "@/lib/features/media/derivatives-service";
import { purgeTrash, removeFiles } from "@/lib/features/media/service";
import {
  deriveTask,
  mediaTaskPayload,
  removeFilesPayload,
  removeFilesTask,
  transcodeTask,
} from "@/lib/features/media/tasks";
import { releaseWaitingMails } from "@/lib/features/messages/mail-ceiling-service";
import { deliverMessage } from "@/lib/features/messages/service";
import { deliverMessagePayload, deliverMessageTask, releaseMailsTask } from "@/lib/features/messages/tasks";
import { pushNotificationsPayload, pushNotificationsTask } from "@/lib/features/notifications/tasks";
import { refreshPrintOrders } from "@/lib/features/prints/callback-service";
import { releasePrintOrder } from "@/lib/features/prints/hold-service";
import { makeQueuedPackage, purgePackages } from "@/lib/features/prints/package-service";
import { removeOldProviderCalls } from "@/lib/features/prints/provider-call-service";
import { refreshPrintOrder, sendPrintOrder } from "@/lib/features/prints/sending-service";
import {
  makePackageTask,
  printOrderPayload,
  refreshPrintOrdersTask,
  refreshPrintOrderTask,
  releasePrintOrderTask,
  sendPrintOrderTask,
} from "@/lib/features/prints/tasks";
import { deliverPush, deliverTestPush, queuePushes } from "@/lib/features/push/delivery-service";
import {
  deliverPushPayload,
  deliverPushTask,
  deliverTestPushPayload,
  deliverTestPushTask,
} from "@/lib/features/push/tasks";
import { readFamily, requeueReading } from "@/lib/features/recognition/queue-service";
import { readPicture } from "@/lib/features/recognition/reading-service";
import {
  readFamilyPayload,
  readFamilyTask,
  readPicturePayload,
  readPictureTask,
} from "@/lib/features/recognition/tasks";
import { measureWaiting } from "@/lib/features/similar/measures-service";
import { measureTask } from "@/lib/features/similar/tasks";
import { removeExpiredRecords } from "@/lib/features/system/service";
import { removeExpiredUploads } from "@/lib/features/uploads/chunked-service";
import { endVoucherPlans } from "@/lib/features/vouchers/plan-months-service";
import { returnExpiredVouchers } from "@/lib/features/vouchers/service";
import { removeStaleTemporaryFiles } from "@/lib/platform/files/temporary-file";
import { startWorker } from "@/lib/platform/queue/queue";
import { closeRecognizer } from "@/lib/platform/recognition/recognition";
import { getStorage } from "@/lib/platform/storage/storage";

/** What ends by itself: months of a plan, vouchers, orders that nobody paid. */
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

const tasks = {
  [deriveTask]: async (payload: unknown) => {
    await deriveMedia(mediaTaskPayload.parse(payload).mediaId);
  },
  [transcodeTask]: (payload: unknown) => transcodeMedia(mediaTaskPayload.parse(payload).mediaId),
  [removeFilesTask]: (payload: unknown) => removeFiles(removeFilesPayload.parse(payload).keys),
  [removeFamilyTask]: (payload: unknown) => removeFamily(removeFamilyPayload.parse(payload).familyId),
  [deliverMessageTask]: (payload: unknown, { attempt }: { attempt: number }) =>
    deliverMessage(deliverMessagePayload.parse(payload).messageId, attempt),
  [releaseMailsTask]: releaseWaitingMails,
  [sendResetLinkTask]: (payload: unknown) => sendResetLink(sendResetLinkPayload.parse(payload).email),
  [sendSmsCodesTask]: (payload: unknown) => sendSmsCodes(sendSmsCodesPayload.parse(payload).phoneNumber),
  [askAdminsForChildTask]: (payload: unknown) =>
    askAdminsForChild(askAdminsForChildPayload.parse(payload).username),
  [tellOfGuessingTask]: (payload: unknown) =>
    tellOfGuessing(tellOfGuessingPayload.parse(payload).usernameOrEmail),
  [cancelSubscriptionTask]: (payload: unknown) => {
    const { subscriptionId, atPeriodEnd } = cancelSubscriptionPayload.parse(payload);
    return cancelAtProvider(subscriptionId, atPeriodEnd);
  },
  [expireCheckoutTask]: (payload: unknown) =>
    expireAtProvider(expireCheckoutPayload.parse(payload).sessionId),
  [refundGiftTask]: (payload: unknown) => refundGiftOrder(refundGiftPayload.parse(payload).orderId),
  [endGracesTask]: async () => {
    await endGraces();
  },
  [sendDigestsTask]: async () => {
    await sendDigests();
  },
  [maintenanceTask]: (payload: unknown, { attempt, signal }: { attempt: number; signal: AbortSignal }) =>
    runMaintenance(maintenancePayload.parse(payload).jobId, attempt, signal),
  [beginIntegrityTask]: async () => {
    await beginIntegrityCheck();
  },
  [checkIntegrityTask]: (payload: unknown, { signal }: { signal: AbortSignal }) =>
    checkIntegrity(checkIntegrityPayload.parse(payload).reportId, signal),
  [releasePrintOrderTask]: (payload: unknown) => releasePrintOrder(printOrderPayload.parse(payload).orderId),
  [makePackageTask]: (payload: unknown) => makeQueuedPackage(printOrderPayload.parse(payload).orderId),
  [sendPrintOrderTask]: (payload: unknown, { attempt }: { attempt: number }) =>
    sendPrintOrder(printOrderPayload.parse(payload).orderId, attempt),
  [refreshPrintOrderTask]: (payload: unknown) => refreshPrintOrder(printOrderPayload.parse(payload).orderId),
  [refreshPrintOrdersTask]: async () => {
    await refreshPrintOrders();
  },
  [sendCampaignTask]: (payload: unknown) => deliverCampaign(sendCampaignPayload.parse(payload).campaignId),
  [measureTask]: async (_payload: unknown, { signal }: { signal: AbortSignal }) => {
    await measureWaiting(signal);
  },
  "house.tidy-up": tidyUp,
  "house.requeue": requeueLeft,
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

/** Looking into pictures takes seconds each: one at a time, and nothing else waits behind it. */
const recognitionTasks = {
  [readPictureTask]: (payload: unknown) => readPicture(readPicturePayload.parse(payload).mediaId),
  [readFamilyTask]: (payload: unknown) => readFamily(readFamilyPayload.parse(payload).familyId),
};
/** A worker that stops gives the picture in hand so long; then it is broken off, and tried again later. */
const lastPictureMs = 5_000;

/** Starts working off the queue in this process; what an earlier process left behind first. */
export async function startWorkers(): Promise<{ stop: () => Promise<void> }> {
  await requeueLeft();
  const pushes = await startWorker({ tasks: pushTasks, concurrency: pushConcurrency, cron: [] });
  const recognition = await startWorker({ tasks: recognitionTasks, concurrency: 1, cron: [] });
  const others = await startWorker({
    tasks,
    concurrency: env.WORKER_CONCURRENCY,
    cron: [
      { task: "house.tidy-up", pattern: "17 * * * *" },
      { task: measureTask, pattern: "* * * * *" },
      { task: releaseMailsTask, pattern: "* * * * *" },
      { task: refreshPrintOrdersTask, pattern: "37 * * * *" },
      // Due once a week; asked every hour, so that a server that was off then sends it when it is on again.
      { task: sendDigestsTask, pattern: "2 * * * *" },
      { task: endGracesTask, pattern: "32 * * * *" },
      // When nobody looks: every original is read.
      { task: beginIntegrityTask, pattern: "23 3 * * *" },
      // A job whose worker was killed stays locked for hours; its item is asked for again.
      { task: "house.requeue", pattern: "*/30 * * * *" },
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
