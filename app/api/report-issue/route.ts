import { reportIssueSchema, reportReceiptSchema } from "@/lib/features/reports/schema";
import { reportIssue } from "@/lib/features/reports/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Tells whoever runs this album of something that doesn't work.",
  access: "user",
  body: reportIssueSchema,
  answer: reportReceiptSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => reportIssue(actor, body),
});
