import { deskParams, deskReportSchema, resolveDeskSchema } from "@/lib/features/reports-desk/schema";
import { resolveReport } from "@/lib/features/reports-desk/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Changes a report's status: open, in progress or closed, with a note.",
  access: "superAdmin",
  params: deskParams,
  body: resolveDeskSchema,
  answer: deskReportSchema,
  handler: ({ actor, params, body }) => resolveReport(actor, params.id, body),
});
