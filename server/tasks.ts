import { askAdminsForChildTask } from "@/lib/account/accounts/server/child-recovery-service";
import {
  sendResetLinkTask,
  warnOfPasswordGuessingTask,
} from "@/lib/account/accounts/server/recovery-service";
import { sendSmsCodesTask } from "@/lib/account/accounts/server/sms-recovery-service";
import { removeExpiredArchives } from "@/lib/album/archives/server/service";
import { removeBookFilesTask, removeBooksOfDeleted } from "@/lib/album/books/server/files-service";
import { bookTask, requeueBooks, runBook } from "@/lib/album/books/server/making-service";
import { filmTask, requeueFilms, runFilm } from "@/lib/album/films/server/making-service";
import { removeOldFilms } from "@/lib/album/films/server/removal-service";
import { removeAbandonedImports } from "@/lib/album/imports/server/ending-service";
import { lookAtFolders } from "@/lib/album/imports/server/in-place-service";
import { requeueImports, workOnImport } from "@/lib/album/imports/server/running-service";
import { importTask } from "@/lib/album/imports/server/tasks";
import {
  deriveTask,
  requeuePending,
  smallRenditionTask,
  transcodeTask,
} from "@/lib/album/media/server/derivatives-service";
import { readFactsTask } from "@/lib/album/media/server/facts-backfill-service";
import { removeFilesTask } from "@/lib/album/media/server/removal-service";
import { purgeTrash } from "@/lib/album/media/server/service";
import { measureTask } from "@/lib/album/similar/server/measures-service";
import { stackTask } from "@/lib/album/stacks/server/stacking-service";
import { removeExpiredUploads } from "@/lib/album/uploads/server/chunked-service";
import { removeFamilyTask } from "@/lib/album/uploads/server/family-removal-service";
import { purgeActivity } from "@/lib/core/activity/server/retention-service";
import { handleEvents } from "@/lib/core/events/server/events";
import { releaseMailsTask } from "@/lib/core/messages/server/mail-ceiling-service";
import { deliverMessage } from "@/lib/core/messages/server/service";
import { deliverMessageTask } from "@/lib/core/messages/server/tasks";
import { pushNotificationsTask } from "@/lib/core/notify/server/tasks";
import { env } from "@/lib/env";
import {
  readFamilyTask,
  readPictureTask,
  requeueReading,
} from "@/lib/faces/recognition/server/queue-service";
import { readPicture } from "@/lib/faces/recognition/server/reading-service";
import { logError } from "@/lib/http/log";
import { sendCampaignTask } from "@/lib/notify/campaigns/server/delivery-service";
import { sendDigestsTask } from "@/lib/notify/digest/server/service";
import {
  removeOldMemoryPushes,
  sendMemoriesTask,
} from "@/lib/notify/notifications/server/memory-push-service";
import { deliverPushTask, deliverTestPushTask, queuePushes } from "@/lib/notify/push/server/delivery-service";
import { exportTask, requeueExports, runExport } from "@/lib/operations/exports/server/preparing-service";
import { removeExpiredExports } from "@/lib/operations/exports/server/retention-service";
import {
  checkIntegrityTask,
  requeueIntegrityCheck,
  startIntegrityTask,
} from "@/lib/operations/integrity/server/service";
import { requeueMaintenance, runMaintenance } from "@/lib/operations/maintenance/server/run-service";
import { maintenanceTask } from "@/lib/operations/maintenance/server/service";
import { startSecondCopy } from "@/lib/operations/second-copy/server/copy-service";
import { removeExpiredRecords } from "@/lib/operations/system/server/service";
import { removeStaleTemporaryFiles } from "@/lib/platform/files/temporary-file";
import { decoders } from "@/lib/platform/images/decoder-count";
import { startWorker, type TaskHandler } from "@/lib/platform/queue/queue";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { closeRecognizer } from "@/lib/platform/recognition/recognition";
import { getStorage } from "@/lib/platform/storage/storage";
import { cancelSubscriptionTask, expireCheckoutTask } from "@/lib/shop/billing/server/provider-tasks-service";
import { endGracePeriodsTask } from "@/lib/shop/billing/server/tier-service";
import { dropUnpaidOrders } from "@/lib/shop/gifts/server/order-service";
import { removeOrderedBooks } from "@/lib/shop/gifts/server/ordered-book-service";
import { closePageTask, refundGiftTask } from "@/lib/shop/gifts/server/refund-service";
import { refreshPrintOrdersTask } from "@/lib/shop/prints/server/callback-service";
import { releasePrintOrderTask } from "@/lib/shop/prints/server/hold-service";
import { makePackageTask, purgePackages } from "@/lib/shop/prints/server/package-service";
import { removeOldProviderCalls } from "@/lib/shop/prints/server/provider-call-service";
import { refreshPrintOrderTask, sendPrintOrderTask } from "@/lib/shop/prints/server/sending-service";
import { endVoucherPlans } from "@/lib/shop/vouchers/server/plan-months-service";
import { returnExpiredVouchers } from "@/lib/shop/vouchers/server/service";
import { eventHandlers } from "@/server/events";

/**
 * Runs every step, whether the ones before it succeed or not: one that always fails must not stop the rest for ever.
 * @throws Error naming those that failed, so that the job counts as failed
 */
async function runEach(steps: Record<string, () => Promise<unknown>>): Promise<void> {
  const failed: string[] = [];
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      logError(error, { step });
      failed.push(step);
    }
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}`);
}

/** @param remove a limited number at a time; returns how many */
const untilNone = (remove: () => Promise<number>) => async () => {
  while ((await remove()) > 0);
};

const cleanUp = () =>
  runEach({
    purgeTrash: untilNone(purgeTrash),
    removeExpiredUploads,
    removeAbandonedImports,
    removeStaleTemporaries: () => getStorage().removeStaleTemporaries(),
    removeStaleTemporaryFiles,
    purgePackages: untilNone(purgePackages),
    removeOldProviderCalls,
    removeExpiredRecords,
    removeExpiredArchives,
    removeExpiredExports: untilNone(removeExpiredExports),
    removeBooksOfDeleted: untilNone(removeBooksOfDeleted),
    removeOldFilms,
    purgeActivity,
    removeOldMemoryPushes,
    endVoucherPlans: untilNone(endVoucherPlans),
    returnExpiredVouchers: untilNone(returnExpiredVouchers),
    dropUnpaidOrders: untilNone(dropUnpaidOrders),
    removeOrderedBooks: untilNone(removeOrderedBooks),
  });

/** Requeues what a stopped or killed worker left behind. */
const requeueLeft = () =>
  runEach({
    requeuePending,
    requeueMaintenance,
    requeueIntegrityCheck,
    requeueReading,
    requeueImports,
    requeueExports,
    requeueBooks,
    requeueFilms,
  });

const cleanupTask = defineTask("maintenance.cleanup", noPayload, cleanUp);
const lookAtFoldersTask = defineTask("imports.look", noPayload, lookAtFolders);
const requeueTask = defineTask("maintenance.requeue", noPayload, requeueLeft);

// The same under their former names: an earlier version may have left jobs, or may run beside this one.
const formerCleanupTask = defineTask("house.tidy-up", noPayload, cleanUp);
const formerRequeueTask = defineTask("house.requeue", noPayload, requeueLeft);

const tasks = [
  deriveTask,
  transcodeTask,
  smallRenditionTask,
  filmTask.handledBy(({ filmId }, { signal }) => runFilm(filmId, signal)),
  removeFilesTask,
  removeBookFilesTask,
  removeFamilyTask,
  deliverMessageTask.handledBy(({ messageId }, { attempt }) => deliverMessage(messageId, attempt)),
  releaseMailsTask,
  sendResetLinkTask,
  sendSmsCodesTask,
  askAdminsForChildTask,
  warnOfPasswordGuessingTask,
  cancelSubscriptionTask,
  expireCheckoutTask,
  refundGiftTask,
  closePageTask,
  endGracePeriodsTask,
  sendDigestsTask,
  sendMemoriesTask,
  maintenanceTask.handledBy(({ jobId }, { attempt, signal }) => runMaintenance(jobId, attempt, signal)),
  startIntegrityTask,
  checkIntegrityTask,
  releasePrintOrderTask,
  makePackageTask,
  sendPrintOrderTask,
  refreshPrintOrderTask,
  refreshPrintOrdersTask,
  sendCampaignTask,
  measureTask,
  stackTask,
  readFactsTask,
  cleanupTask,
  lookAtFoldersTask,
  requeueTask,
  formerCleanupTask,
  formerRequeueTask,
];

/**
 * Pushes have separate workers: a push service that hangs delays no picture or mail, and a thousand pushes leave time
 * for page requests.
 */
const pushTasks = [
  pushNotificationsTask.handledBy(({ notificationIds }) => queuePushes(notificationIds)),
  deliverPushTask,
  deliverTestPushTask,
];
const pushConcurrency = 2;

/** Analysing pictures takes seconds each: one at a time, and nothing else waits behind it. */
const recognitionTasks = [
  readPictureTask.handledBy(({ mediaId }, { signal }) => readPicture(mediaId, signal)),
  readFamilyTask,
];
/** An import takes hours: one at a time, a minute each, and nothing else waits behind it. */
const importTasks = [
  importTask.handledBy(({ importId }, { attempt, signal }) => workOnImport(importId, attempt, signal)),
];

/** Edited photos of an export take seconds each: one export at a time, and nothing else waits behind it. */
const exportTasks = [
  exportTask.handledBy(({ exportId, familyId }, { attempt, signal }) =>
    runExport(exportId, attempt, { familyId, signal }),
  ),
];

/** Someone waits for a book while its photos are printed: one at a time, and nothing else waits behind it. */
const bookTasks = [bookTask.handledBy(({ bookId }, { attempt, signal }) => runBook(bookId, attempt, signal))];

type NamedTasks = readonly { name: string; run: TaskHandler }[];

const byName = (list: NamedTasks) =>
  Object.fromEntries(list.map((task): [string, TaskHandler] => [task.name, (...job) => task.run(...job)]));

/** Workers for tasks that are rare beside those of each photo. */
const startRare = (list: NamedTasks, concurrency = 1) =>
  startWorker({ tasks: byName(list), concurrency, cron: [], isRare: true });

/** Starts processing the queue in this process, beginning with what an earlier process left behind. */
export async function startWorkers(): Promise<{ stop: () => Promise<void> }> {
  handleEvents(eventHandlers);
  // A job like others, but the first: nothing waits for it.
  await requeueTask.enqueue({}, { jobKey: `cron:${requeueTask.name}`, priority: -1 });
  const pushes = await startRare(pushTasks, pushConcurrency);
  const recognition = await startRare(recognitionTasks);
  const imports = await startRare(importTasks);
  const exports = await startRare(exportTasks);
  const books = await startRare(bookTasks);
  const others = await startWorker({
    tasks: byName(tasks),
    concurrency: env.WORKER_CONCURRENCY ?? Math.max(4, decoders.derivations + 1),
    cron: [
      { task: cleanupTask.name, pattern: "17 * * * *" },
      { task: measureTask.name, pattern: "* * * * *" },
      { task: stackTask.name, pattern: "* * * * *" },
      { task: releaseMailsTask.name, pattern: "* * * * *" },
      { task: refreshPrintOrdersTask.name, pattern: "37 * * * *" },
      // Due once a week; checked every hour, so a server that was off then sends it when it is back on.
      { task: sendDigestsTask.name, pattern: "2 * * * *" },
      // Some time zones are a quarter of an hour apart.
      { task: sendMemoriesTask.name, pattern: "*/15 * * * *" },
      { task: endGracePeriodsTask.name, pattern: "32 * * * *" },
      // At night, when nobody is using the album: every original is read.
      { task: startIntegrityTask.name, pattern: "23 3 * * *" },
      // Every ten minutes during five hours of the night.
      { task: readFactsTask.name, pattern: "*/10 1-5 * * *" },
      { task: lookAtFoldersTask.name, pattern: "*/10 * * * *" },
      // A job whose worker was killed stays locked for hours; its item is queued again.
      { task: requeueTask.name, pattern: "*/30 * * * *" },
    ],
  });
  const secondCopy = startSecondCopy();
  return {
    stop: async () => {
      await Promise.all([
        pushes.stop(),
        recognition.stop(),
        imports.stop(),
        exports.stop(),
        books.stop(),
        others.stop(),
        secondCopy.stop(),
      ]);
      await closeRecognizer();
    },
  };
}
