import { z } from "zod";
import { downloadEdited, downloadResponse } from "@/lib/album/media/server/download-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "The original, bit for bit, under its own name; with place=without, and for children, without its place; with version=edited the photo as it is shown.",
  access: "member",
  params: idParams,
  query: z.object({ place: z.literal("without").optional(), version: z.literal("edited").optional() }),
  answer: "file",
  handler: ({ actor, params, query, request }) =>
    query.version
      ? downloadEdited(request, actor, params.id)
      : downloadResponse(request, actor, params.id, query.place),
});
