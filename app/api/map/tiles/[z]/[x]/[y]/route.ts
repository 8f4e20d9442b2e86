import { tileParams } from "@/lib/album/map/schema";
import { streetTileResponse } from "@/lib/album/map/server/street-tiles";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The streets of a square of the map as a vector tile, from the operator's file; empty where that has none.",
  access: "member",
  params: tileParams,
  answer: "file",
  handler: ({ params, request }) => streetTileResponse(request, params),
});
