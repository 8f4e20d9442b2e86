import { streamQuery } from "@/lib/album/media/schema";
import { mediaResponse } from "@/lib/album/media/server/file-response";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "A video in a format that every browser plays; supports range requests. A long one has two qualities.",
  access: "member",
  keyScope: "read",
  isOpenToScreens: true,
  params: idParams,
  query: streamQuery,
  answer: "file",
  handler: ({ actor, params, query, request }) => mediaResponse(request, actor, "stream", params.id, query),
});
