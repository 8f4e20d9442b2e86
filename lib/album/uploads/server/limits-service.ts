import type { UploadLimits } from "@/lib/album/uploads/schema";
import { readSystemSettings } from "@/lib/core/system-settings/server/service";

/** The limits that an upload is held to now. */
export async function getUploadLimits(): Promise<UploadLimits> {
  const { maxImageBytes, maxVideoBytes } = await readSystemSettings();
  return { maxImageBytes, maxVideoBytes };
}
