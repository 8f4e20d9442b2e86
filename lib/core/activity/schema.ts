import { z } from "zod";
import { cursorSchema, limitSchema } from "@/lib/shared/pagination";
import { textSchema } from "@/lib/shared/text";

const day = z.iso.date("Please enter a date as YYYY-MM-DD");

const filters = {
  /** Part of the action: "account.", "system.settingsChanged". */
  action: textSchema(100).optional(),
  /** Username of the person who did it, or whose account it is about. */
  person: textSchema(100).optional(),
  /** Id of a family. */
  family: z.uuid("Please enter the family's id").optional(),
  /** First and last day, UTC. */
  from: day.optional(),
  to: day.optional(),
};

export const activityLogQuery = z.object({
  ...filters,
  limit: limitSchema(100, "Must be a number").default(50),
  cursor: cursorSchema("This page no longer exists").optional(),
});
export type ActivityLogQuery = z.infer<typeof activityLogQuery>;

export const activityExportQuery = z.object(filters);
export type ActivityFilters = z.infer<typeof activityExportQuery>;

const namedSchema = z.object({ id: z.string(), name: z.string().nullable() });

export const activityEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Who did it; null for the installation itself and for unknown people. The name is null when the account is gone. */
  actor: namedSchema.nullable(),
  /** Whose account it is about. */
  subject: namedSchema.nullable(),
  family: namedSchema.nullable(),
  detail: z.record(z.string(), z.unknown()),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type ActivityEntryDto = z.infer<typeof activityEntrySchema>;

export const activityLogSchema = z.object({
  items: z.array(activityEntrySchema),
  nextCursor: z.string().nullable(),
});
export type ActivityLogDto = z.infer<typeof activityLogSchema>;
