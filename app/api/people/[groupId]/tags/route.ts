import { faceGroupParams, tagGroupSchema, taggedGroupSchema } from "@/lib/features/people/schema";
import { tagGroup } from "@/lib/features/people/tagging-service";
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
