import { z } from "zod";
import { idParam } from "@/lib/shared/id-params";
import { maxReportMessage, maxReportReason, maxReportTitle } from "@/lib/shared/report-limits";
import { lineSchema, textSchema } from "@/lib/shared/text";

const messageRequired = "Please tell us what happened";
const reasonRequired = "Please choose what is wrong with it";

export const reportIssueSchema = z.object({
  title: lineSchema(maxReportTitle, "Please enter a title"),
  message: textSchema(maxReportMessage, messageRequired).trim().min(1, messageRequired),
});
export type ReportIssueInput = z.infer<typeof reportIssueSchema>;

const whichItem = "Please choose a photo or video";

export const reportContentSchema = z.object({
  mediaId: z.string({ error: (issue) => (issue.input == null ? whichItem : undefined) }).max(100),
  reason: textSchema(maxReportReason, reasonRequired).trim().min(1, reasonRequired),
});
export type ReportContentInput = z.infer<typeof reportContentSchema>;

/** The response to someone who reports. */
export const reportReceiptSchema = z.object({ id: z.string(), createdAt: z.iso.datetime() });
export type ReportReceiptDto = z.infer<typeof reportReceiptSchema>;

export const contentDecisionSchema = z.enum(["restore", "delete"]);
export type ContentDecisionDto = z.infer<typeof contentDecisionSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

/** A reported item, as its family's admins see it. */
export const contentReportSchema = z.object({
  id: z.string(),
  /** null once the item is permanently deleted. */
  mediaId: z.string().nullable(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** null when the account is deleted. */
  reportedBy: personSchema.nullable(),
  decision: contentDecisionSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: personSchema.nullable(),
  item: z
    .object({
      fileName: z.string(),
      mediaType: z.enum(["image", "video"]),
      year: z.number(),
      month: z.number(),
      description: z.string(),
      uploadDate: z.iso.datetime(),
      uploadedBy: personSchema.nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    })
    .nullable(),
});
export type ContentReportDto = z.infer<typeof contentReportSchema>;

export const reportFileParams = z.object({ id: idParam, kind: z.enum(["picture", "stream"]) });

export const listReportsQuery = z.object({
  /** If omitted, undecided ones. */
  state: z.enum(["undecided", "decided"]).optional(),
});
export type ListReportsQuery = z.infer<typeof listReportsQuery>;

export const resolveReportSchema = z.object({ action: contentDecisionSchema });
export type ResolveReportInput = z.infer<typeof resolveReportSchema>;
