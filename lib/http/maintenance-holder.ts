import { processWide } from "@/lib/shared/process-wide";

/** How long a refused call is told to wait before retrying. */
export const maintenanceRetrySeconds = 120;

/** Set by the server's program; the middleware's own bundle reads it. */
export const maintenanceHolder = processWide(
  "maintenance",
  (): { isInMaintenance?: () => Promise<boolean> } => ({}),
);
