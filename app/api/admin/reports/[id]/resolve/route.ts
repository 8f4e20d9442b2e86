import { resolveContentReport } from "@/lib/features/reports/decision-service";
import { contentReportSchema, resolveReportSchema } from "@/lib/features/reports/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Decides on a reported item: shows it to the family again, or deletes it.",
  access: "admin",
  params: idParams,
  body: resolveReportSchema,
  answer: contentReportSchema,
  handler: ({ actor, params, body }) => resolveContentReport(actor, params.id, body.action),
});
