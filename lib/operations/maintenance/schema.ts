import { z } from "zod";

/** api.md, Maintenance tasks: what an admin can run on the family's whole album. */
export const maintenanceTasks = ["rebuild-thumbnails", "verify-originals", "recount-storage"] as const;
export const maintenanceTaskSchema = z.enum(maintenanceTasks);
export type MaintenanceTaskName = z.infer<typeof maintenanceTaskSchema>;

/** Items that someone should look at; at most this many are named. */
export const maxNamedItems = 50;

export const maintenanceResultSchema = z.object({
  /** Items whose pictures were rebuilt. */
  rebuilt: z.number().int().optional(),
  /** Items whose pictures could not be rebuilt. */
  failed: z.number().int().optional(),
  intact: z.number().int().optional(),
  missing: z.number().int().optional(),
  truncated: z.number().int().optional(),
  altered: z.number().int().optional(),
  /** The counter's value, and what the album actually holds. */
  storageBytesBefore: z.number().optional(),
  storageBytes: z.number().optional(),
  /** Months and albums whose counter was wrong. */
  monthsCorrected: z.number().int().optional(),
  albumsCorrected: z.number().int().optional(),
  items: z
    .array(z.object({ id: z.string(), fileName: z.string(), problem: z.string() }))
    .max(maxNamedItems)
    .optional(),
});
export type MaintenanceResult = z.infer<typeof maintenanceResultSchema>;

export const maintenanceJobSchema = z.object({
  id: z.string(),
  task: maintenanceTaskSchema,
  status: z.enum(["queued", "running", "done", "failed"]),
  /** Whole percents. */
  progress: z.number().int().min(0).max(100),
  processed: z.number().int(),
  total: z.number().int(),
  result: maintenanceResultSchema,
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type MaintenanceJobDto = z.infer<typeof maintenanceJobSchema>;
