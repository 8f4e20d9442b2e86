import { fileResponse } from "@/lib/features/media/file-response";
import { requireTrashThumbnail } from "@/lib/features/media/file-service";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The thumbnail of an item in the trash, for anyone who can restore it.",
  access: "member",
  params: mediaIdParams,
  answer: "file",
  handler: async ({ actor, params, request }) =>
    fileResponse(request, await requireTrashThumbnail(actor, params.id)),
});
