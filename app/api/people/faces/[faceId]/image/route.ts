import { faceImageResponse } from "@/lib/features/people/face-image-response";
import { faceParams } from "@/lib/features/people/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A face as a square JPEG of 192 px.",
  access: "member",
  params: faceParams,
  answer: "file",
  handler: ({ actor, params, request }) => faceImageResponse(request, actor, params.faceId),
});
