import { mediaResponse } from "@/lib/features/media/file-response";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A video in a form every browser plays; supports range requests.",
  access: "member",
  params: mediaIdParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "stream", params.id),
});
