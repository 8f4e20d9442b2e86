import { z } from "zod";
import { downloadResponse } from "@/lib/album/media/server/download-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "The original, bit for bit, under its own name; with place=without, and for children, without its place.",
  access: "member",
  params: idParams,
  query: z.object({ place: z.literal("without").optional() }),
  answer: "file",
  handler: ({ actor, params, query, request }) => downloadResponse(request, actor, params.id, query.place),
});
