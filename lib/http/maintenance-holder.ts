import { processWide } from "@/lib/shared/process-wide";

/** What a refused call is told to wait before it asks again. */
export const maintenanceRetrySeconds = 120;

/** Set by the server's program; the middleware's own bundle reads it. */
export const maintenanceHolder = processWide(
  "maintenance",
  (): { isInMaintenance?: () => Promise<boolean> } => ({}),
);
