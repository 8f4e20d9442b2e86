import { route } from "@/lib/http/route";
import { reportIssueSchema, reportReceiptSchema } from "@/lib/operations/reports/schema";
import { reportIssue } from "@/lib/operations/reports/server/service";

export const POST = route({
  summary: "Reports a problem to the person who runs this server.",
  access: "user",
  body: reportIssueSchema,
  answer: reportReceiptSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => reportIssue(actor, body),
});
