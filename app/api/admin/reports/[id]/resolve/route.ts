import { resolveContentReport } from "@/lib/features/reports/decision-service";
import { contentReportSchema, reportParams, resolveReportSchema } from "@/lib/features/reports/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Decides on a reported item: shows it to the family again, or deletes it.",
  access: "admin",
  params: reportParams,
  body: resolveReportSchema,
  answer: contentReportSchema,
  handler: ({ actor, params, body }) => resolveContentReport(actor, params.id, body.action),
});
