import { z } from "zod";
import { downloadResponse } from "@/lib/features/media/download-service";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The original, bit for bit, under its own name; with place=without, and for children, without its place.",
  access: "member",
  params: mediaIdParams,
  query: z.object({ place: z.literal("without").optional() }),
  answer: "file",
  handler: ({ actor, params, query, request }) => downloadResponse(request, actor, params.id, query.place),
});
