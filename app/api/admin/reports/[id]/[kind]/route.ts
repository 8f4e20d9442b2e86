import { fileResponse } from "@/lib/features/media/file-response";
import { requireReportedFile } from "@/lib/features/reports/decision-service";
import { reportFileParams } from "@/lib/features/reports/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The image of a reported item, or its video (kind: picture or stream), for the admins who decide on it.",
  access: "admin",
  params: reportFileParams,
  answer: "file",
  handler: async ({ actor, params, request }) =>
    fileResponse(request, await requireReportedFile(actor, params.id, params.kind)),
});
