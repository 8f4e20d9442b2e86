import { processWide } from "@/lib/shared/process-wide";

/** The `Retry-After` of refused calls. */
export const maintenanceRetrySeconds = 120;

/** Set by the server's program; the middleware's own bundle reads it. */
export const maintenanceHolder = processWide(
  "maintenance",
  (): { isInMaintenance?: () => Promise<boolean> } => ({}),
);
