import { placeFace } from "@/lib/features/people/naming-service";
import { faceParams, movedFaceSchema, moveFaceSchema } from "@/lib/features/people/schema";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Moves a face to another group; null: “Not this person”, a group of its own.",
  access: "member",
  params: faceParams,
  body: moveFaceSchema,
  answer: movedFaceSchema,
  handler: ({ actor, params, body }) => placeFace(actor, params.faceId, body.groupId),
});
