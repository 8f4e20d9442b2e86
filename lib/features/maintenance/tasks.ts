import { z } from "zod";

/** Goes on with a job that an admin started. */
export const maintenanceTask = "maintenance.run";
export const maintenancePayload = z.object({ jobId: z.uuid() });
