import { mediaResponse } from "@/lib/features/media/file-response";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "An item's medium image, under its short address.",
  access: "member",
  params: mediaIdParams,
  answer: "file",
  handler: ({ actor, params, request }) => mediaResponse(request, actor, "medium", params.id),
});
