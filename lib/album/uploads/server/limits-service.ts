import type { UploadLimits } from "@/lib/album/uploads/schema";
import { readSystemSettings } from "@/lib/core/system-settings/server/service";

/** The current limits for uploads. */
export async function getUploadLimits(): Promise<UploadLimits> {
  const { maxImageBytes, maxVideoBytes } = await readSystemSettings();
  return { maxImageBytes, maxVideoBytes };
}
