import { readSystemSettings } from "@/lib/core/system-settings/service";
import type { UploadLimits } from "@/lib/features/uploads/schema";

/** The limits that an upload is held to now. */
export async function getUploadLimits(): Promise<UploadLimits> {
  const { maxImageBytes, maxVideoBytes } = await readSystemSettings();
  return { maxImageBytes, maxVideoBytes };
}
