import { route } from "@/lib/http/route";
import { deskReportSchema, resolveDeskSchema } from "@/lib/operations/reports-desk/schema";
import { resolveReport } from "@/lib/operations/reports-desk/server/service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Changes a report's status (open, in progress or closed) or its note, or answers it.",
  access: "superAdmin",
  params: idParams,
  body: resolveDeskSchema,
  answer: deskReportSchema,
  handler: ({ actor, params, body }) => resolveReport(actor, params.id, body),
});
