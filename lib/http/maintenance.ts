import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { unavailable } from "@/lib/http/errors";
import { maintenanceRetrySeconds } from "@/lib/http/maintenance-holder";

/** Whether a super admin has switched on maintenance; known to every process within two seconds. */
export async function isInMaintenance(): Promise<boolean> {
  return (await getSystemSettings()).maintenance;
}

/**
 * @param person the caller; super admins are let through
 * @throws AppError 503 during maintenance (api.md, Maintenance)
 */
export async function refuseInMaintenance(person: { isSuperAdmin: boolean } | null): Promise<void> {
  if (person?.isSuperAdmin || !(await isInMaintenance())) return;
  throw unavailable(
    "maintenance",
    "The album is down for maintenance and will be back soon. Nothing is lost.",
    maintenanceRetrySeconds,
  );
}
