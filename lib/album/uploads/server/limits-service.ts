import type { UploadLimits } from "@/lib/album/uploads/schema";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";

/** What can be uploaded at present. */
export async function getUploadLimits(): Promise<UploadLimits> {
  const { maxImageBytes, maxVideoBytes } = await getSystemSettings();
  return { maxImageBytes, maxVideoBytes, takesHeic: env.HEIF_DECODER };
}
