import { downloadQuerySchema } from "@/lib/album/media/schema";
import { downloadEdited, downloadResponse } from "@/lib/album/media/server/download-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "The original, or with part=clip the clip of a Live Photo, bit for bit, under its own name; with place=without, and for children, without its place; with version=edited the photo as it is shown.",
  access: "member",
  keyScope: "read",
  params: idParams,
  query: downloadQuerySchema,
  answer: "file",
  handler: ({ actor, params, query, request }) =>
    query.version
      ? downloadEdited(request, actor, params.id)
      : downloadResponse(request, actor, params.id, query),
});
