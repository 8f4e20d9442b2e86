import { mediaResponse } from "@/lib/album/media/server/file-response";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "An item's thumbnail: 320 px, WebP.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "thumbnail", params.id),
});
