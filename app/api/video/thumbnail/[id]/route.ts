import { mediaResponse } from "@/lib/features/media/file-response";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A video's poster as a thumbnail.",
  access: "member",
  params: mediaIdParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "poster", params.id),
});
