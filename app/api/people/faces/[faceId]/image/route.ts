import { faceParams } from "@/lib/faces/people/schema";
import { faceImageResponse } from "@/lib/faces/people/server/face-image-response";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A face as a square JPEG of 192 px.",
  access: "member",
  params: faceParams,
  answer: "file",
  handler: ({ actor, params, request }) => faceImageResponse(request, actor, params.faceId),
});
