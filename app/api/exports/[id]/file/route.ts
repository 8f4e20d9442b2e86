import { route } from "@/lib/http/route";
import { exportResponse } from "@/lib/operations/exports/server/download-service";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The ZIP of one of the caller's exports, once it is ready, with ranges.",
  access: "member",
  keyScope: "read",
  refusesDirectAccess: true,
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => exportResponse(request, actor, params.id),
});
