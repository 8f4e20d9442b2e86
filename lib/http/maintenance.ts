import { readSystemSettings } from "@/lib/core/system-settings/server/service";
import { unavailable } from "@/lib/http/errors";
import { maintenanceRetrySeconds } from "@/lib/http/maintenance-holder";

/** Whether a super admin has closed the house; known within two seconds by every process. */
export async function isInMaintenance(): Promise<boolean> {
  return (await readSystemSettings()).maintenance;
}

/**
 * @param person who calls; super admins go on
 * @throws AppError 503 while the house is closed (api.md, Maintenance)
 */
export async function refuseInMaintenance(person: { isSuperAdmin: boolean } | null): Promise<void> {
  if (person?.isSuperAdmin || !(await isInMaintenance())) return;
  throw unavailable(
    "maintenance",
    "The album is down for maintenance and will be back soon. Nothing is lost.",
    maintenanceRetrySeconds,
  );
}
