import { archiveResponse } from "@/lib/features/archives/download-service";
import { archiveParams, archiveQuerySchema } from "@/lib/features/archives/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The ZIP that the caller prepared, made while it is sent, with ranges; for children, and with place=without, without places.",
  access: "member",
  params: archiveParams,
  query: archiveQuerySchema,
  answer: "file",
  handler: ({ actor, params, query, request }) => archiveResponse(request, actor, params.id, query.place),
});
