import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { db, type Prisma } from "@/lib/db";

/** Stores the installation's settings, as a super admin does on the settings page; omitted ones have their defaults. */
export async function storeSystemSettings(values: Prisma.InputJsonObject): Promise<void> {
  await db.systemSettings.upsert({
    where: { id: 1 },
    create: { id: 1, values },
    update: { values },
    select: { id: true },
  });
  forgetSystemSettings();
}
