import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";

/** Switches maintenance on or off, as a super admin does on the settings page. */
export async function setMaintenanceMode(maintenance: boolean): Promise<void> {
  const values = { maintenance };
  await db.systemSettings.upsert({
    where: { id: 1 },
    create: { id: 1, values },
    update: { values },
    select: { id: true },
  });
  forgetSystemSettings();
}
