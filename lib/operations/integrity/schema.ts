import { z } from "zod";

/** How many of each kind the check found (quality.md, I2). */
export const integrityCountsSchema = z.object({
  /** Originals that don't exist. */
  missing: z.number().int(),
  /** Originals whose length differs from their row's. */
  truncated: z.number().int(),
  /** Originals of the right length with different bytes, or that can't be read. */
  altered: z.number().int(),
  /** Items whose files are complete, but whose row is missing. */
  rowless: z.number().int(),
  /** Any other file without a row. */
  orphan: z.number().int(),
});
export type IntegrityCounts = z.infer<typeof integrityCountsSchema>;

export const integrityReportSchema = z.object({
  status: z.enum(["running", "done", "refused"]),
  /** Why it was refused, as shown to the user. */
  reason: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  mediaChecked: z.number().int(),
  filesSeen: z.number().int(),
  counts: integrityCountsSchema,
});
export type IntegrityReportDto = z.infer<typeof integrityReportSchema>;
