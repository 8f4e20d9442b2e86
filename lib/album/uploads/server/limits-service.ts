import type { UploadLimits } from "@/lib/album/uploads/schema";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";

/** The current limits for uploads. */
export async function getUploadLimits(): Promise<UploadLimits> {
  const { maxImageBytes, maxVideoBytes } = await getSystemSettings();
  return { maxImageBytes, maxVideoBytes };
}
