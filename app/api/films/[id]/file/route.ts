import { filmFileQuery, filmParams } from "@/lib/album/films/schema";
import { filmResponse } from "@/lib/album/films/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One of the caller's films as an MP4, with ranges; `download=true` saves it.",
  access: "member",
  params: filmParams,
  query: filmFileQuery,
  answer: "file",
  handler: ({ actor, params, query, request }) =>
    filmResponse(request, actor, params.id, query.download === "true"),
});
