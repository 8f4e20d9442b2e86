import { mediaResponse } from "@/lib/album/media/server/file-response";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "A 360° photo for looking around in: the whole circle 6144 px wide.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "sphere", params.id),
});
