import { closeDatabase, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { endOnSignal } from "@/server/end-on-signal";
import { collectOnceStarted } from "@/server/first-collection";
import { startWorkers } from "@/server/tasks";

const known = await db.media.findFirst({ select: { id: true } });
await getStorage().verifyRoot({ expectExisting: known !== null });
const worker = await startWorkers();
collectOnceStarted();
console.log("The worker is running. Stop it with Ctrl-C.");

endOnSignal(async () => {
  await worker.stop();
  await closeDatabase();
});
