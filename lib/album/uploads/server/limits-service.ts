import type { UploadLimits } from "@/lib/album/uploads/schema";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { notFound } from "@/lib/http/errors";
import { hasPayments } from "@/lib/platform/payments/payments";

async function tierOf(familyId: string) {
  const family = await db.family.findUnique({ where: { id: familyId }, select: { tier: true } });
  if (!family) throw notFound();
  return family.tier;
}

/**
 * A family's current upload limits: the installation's and, if plans are sold, its plan's. If they aren't, nobody could
 * choose a larger one.
 */
export async function getUploadLimits(familyId: string): Promise<UploadLimits> {
  const { maxImageBytes, maxVideoBytes, plans } = await getSystemSettings();
  const plan = hasPayments() ? plans[await tierOf(familyId)] : null;
  return {
    maxImageBytes: Math.min(maxImageBytes, plan?.maxImageBytes ?? maxImageBytes),
    maxVideoBytes: Math.min(maxVideoBytes, plan?.maxVideoBytes ?? maxVideoBytes),
    takesHeic: env.HEIF_DECODER,
  };
}
