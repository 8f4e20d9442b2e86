import { fileResponse } from "@/lib/album/media/server/file-response";
import { route } from "@/lib/http/route";
import { reportFileParams } from "@/lib/operations/reports/schema";
import { requireReportedFile } from "@/lib/operations/reports/server/decision-service";

export const GET = route({
  summary:
    "The image of a reported item, or its video (kind: picture or stream), for the admins who decide on it.",
  access: "admin",
  params: reportFileParams,
  answer: "file",
  handler: async ({ actor, params, request }) =>
    fileResponse(request, await requireReportedFile(actor, params.id, params.kind)),
});
