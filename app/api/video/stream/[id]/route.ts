import { mediaResponse } from "@/lib/album/media/server/file-response";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "A video in a format that every browser plays; supports range requests.",
  access: "member",
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "stream", params.id),
});
