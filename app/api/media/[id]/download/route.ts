import { downloadQuerySchema } from "@/lib/album/media/schema";
import { downloadResponse } from "@/lib/album/media/server/download-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "The original, or with part=clip the clip of a Live Photo, bit for bit, under its own name; with place=without, and for children, without its place.",
  access: "member",
  params: idParams,
  query: downloadQuerySchema,
  answer: "file",
  handler: ({ actor, params, query, request }) => downloadResponse(request, actor, params.id, query),
});
