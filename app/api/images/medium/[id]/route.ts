import { mediaResponse } from "@/lib/album/media/server/file-response";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "An item's medium image: 1280 px.",
  access: "member",
  keyScope: "read",
  isOpenToScreens: true,
  params: idParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "medium", params.id),
});
