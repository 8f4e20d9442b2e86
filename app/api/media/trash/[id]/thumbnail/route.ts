import { fileResponse } from "@/lib/album/media/server/file-response";
import { requireTrashThumbnail } from "@/lib/album/media/server/file-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The thumbnail of an item in the trash, for anyone who can restore it.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  answer: "file",
  handler: async ({ actor, params, request }) =>
    fileResponse(request, await requireTrashThumbnail(actor, params.id)),
});
