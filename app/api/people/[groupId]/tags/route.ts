import { faceGroupParams, tagGroupSchema, taggedGroupSchema } from "@/lib/faces/people/schema";
import { tagGroup } from "@/lib/faces/people/server/tagging-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Tags a group's person in its photos, or in those named, where they are not tagged yet.",
  access: "member",
  params: faceGroupParams,
  body: tagGroupSchema,
  isBodyOptional: true,
  answer: taggedGroupSchema,
  handler: ({ actor, params, body }) => tagGroup(actor, params.groupId, body.mediaIds),
});
