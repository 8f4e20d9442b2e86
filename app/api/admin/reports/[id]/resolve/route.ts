import { route } from "@/lib/http/route";
import { contentReportSchema, resolveReportSchema } from "@/lib/operations/reports/schema";
import { resolveContentReport } from "@/lib/operations/reports/server/decision-service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Decides on a reported item: shows it to the family again, or deletes it.",
  access: "admin",
  params: idParams,
  body: resolveReportSchema,
  answer: contentReportSchema,
  handler: ({ actor, params, body }) => resolveContentReport(actor, params.id, body.action),
});
