import { archiveQuerySchema } from "@/lib/album/archives/schema";
import { archiveResponse } from "@/lib/album/archives/server/download-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "The ZIP the caller prepared, streamed, with ranges; without places for children and with place=without.",
  access: "member",
  keyScope: "read",
  params: idParams,
  query: archiveQuerySchema,
  answer: "file",
  handler: ({ actor, params, query, request }) => archiveResponse(request, actor, params.id, query.place),
});
