import type { Storage } from "@/lib/platform/storage/storage-driver";
import { forgetProcessWide, processWide } from "@/lib/shared/process-wide";

/** Makes everything in this process use another storage or, without one, the environment's again. */
export function replaceStorage(storage?: Storage): void {
  forgetProcessWide("storage");
  if (storage) processWide("storage", () => storage);
}
