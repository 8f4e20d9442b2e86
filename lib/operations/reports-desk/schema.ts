import { z } from "zod";
import { pagerQuery } from "@/lib/operations/super-admin/schema";
import { hasChanges } from "@/lib/shared/changed-fields";
import { paginationSchema } from "@/lib/shared/pagination";
import { textSchema } from "@/lib/shared/text";

const reportStates = ["open", "in_progress", "closed"] as const;
export type ReportState = (typeof reportStates)[number];
export const reportKinds = ["issue", "content"] as const;
export type ReportKind = (typeof reportKinds)[number];

const stateSchema = z.enum(reportStates, "Please choose one of the offered states");

export const deskQuery = z.object({
  kind: z.enum(reportKinds, "Please choose issues or content").optional(),
  state: stateSchema.optional(),
  ...pagerQuery,
});
export type DeskQuery = z.infer<typeof deskQuery>;

/** A report, as the operator sees it: never a picture, a file's name or a description. Texts are empty for programs. */
export const deskReportSchema = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  state: stateSchema,
  /** For an issue; empty for a reported picture. */
  title: z.string(),
  /** What was reported, or why a picture was. */
  message: z.string(),
  note: z.string(),
  /** The last answer to the person who reported an issue. */
  answer: z.string(),
  family: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The person who reported an issue; null for programs. The reporter of a picture is only known within the family. */
  reporter: z.object({ id: z.string(), username: z.string(), email: z.string().nullable() }).nullable(),
  /** What the family's admins decided about a reported picture. */
  decision: z.enum(["restore", "delete"]).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type DeskReportDto = z.infer<typeof deskReportSchema>;

const countsSchema = z.object({ open: z.number(), in_progress: z.number(), closed: z.number() });
export const deskSchema = z.object({
  counts: z.object({ issue: countsSchema, content: countsSchema }),
  items: z.array(deskReportSchema),
  pagination: paginationSchema,
});
export type DeskDto = z.infer<typeof deskSchema>;

/** Only the fields sent are changed. */
export const resolveDeskSchema = z
  .object({
    state: stateSchema.optional(),
    note: textSchema(2000).trim().optional(),
    /** Sent to the person who reported an issue; the same text isn't sent again. */
    answer: textSchema(2000).trim().optional(),
  })
  .refine(hasChanges, "There is nothing to change");
export type ResolveDeskInput = z.infer<typeof resolveDeskSchema>;
