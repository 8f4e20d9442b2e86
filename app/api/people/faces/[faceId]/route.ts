import { faceParams, movedFaceSchema, moveFaceSchema } from "@/lib/faces/people/schema";
import { placeFace } from "@/lib/faces/people/server/naming-service";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Moves a face to another group; null: “Not this person”, a group of its own.",
  access: "member",
  params: faceParams,
  body: moveFaceSchema,
  answer: movedFaceSchema,
  handler: ({ actor, params, body }) => placeFace(actor, params.faceId, body.groupId),
});
