import { z } from "zod";

/** How many of each kind the comparison found (quality.md, I2). */
export const integrityCountsSchema = z.object({
  /** Originals that aren't there. */
  missing: z.number().int(),
  /** Originals of another length than their row says. */
  truncated: z.number().int(),
  /** Originals of the right length with other bytes. */
  altered: z.number().int(),
  /** Items whose files are whole, but whose row is gone. */
  rowless: z.number().int(),
  /** Any other file without a row. */
  orphan: z.number().int(),
});
export type IntegrityCounts = z.infer<typeof integrityCountsSchema>;

export const integrityReportSchema = z.object({
  status: z.enum(["running", "done", "refused"]),
  /** Why it was refused, in words. */
  reason: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  mediaChecked: z.number().int(),
  filesSeen: z.number().int(),
  counts: integrityCountsSchema,
});
export type IntegrityReportDto = z.infer<typeof integrityReportSchema>;
