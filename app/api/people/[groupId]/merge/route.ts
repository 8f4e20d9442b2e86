import { faceGroupParams, faceGroupSchema, mergeGroupSchema } from "@/lib/faces/people/schema";
import { joinGroups } from "@/lib/faces/people/server/naming-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Merges two groups that are the same person, into intoId and its name if it has one.",
  access: "member",
  params: faceGroupParams,
  body: mergeGroupSchema,
  answer: faceGroupSchema,
  handler: ({ actor, params, body }) => joinGroups(actor, params.groupId, body.intoId),
});
