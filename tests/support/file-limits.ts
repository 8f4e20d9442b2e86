import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";

/** Sets the installation's limits, as a super admin does on the settings page. */
export async function setFileLimits(values: { maxImageBytes: number; maxVideoBytes: number }): Promise<void> {
  await db.systemSettings.upsert({
    where: { id: 1 },
    create: { id: 1, values },
    update: { values },
    select: { id: true },
  });
  forgetSystemSettings();
}

/** For the tests of a file or of a group: the limits of specification 9.4. */
export function withSpecifiedLimits(): void {
  beforeEach(() => setFileLimits({ maxImageBytes: 10_485_760, maxVideoBytes: 104_857_600 }));
  afterEach(forgetSystemSettings);
}
