import { outlineParams } from "@/lib/album/map/schema";
import { outlinesResponse } from "@/lib/album/map/server/outlines";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The outlines of land and countries as JSON, coarse, fine or finest: lines in units of a degree, each point as the difference from the one before.",
  access: "member",
  params: outlineParams,
  answer: "file",
  handler: ({ params, request }) => outlinesResponse(request, params.detail),
});
