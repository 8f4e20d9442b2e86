import {
  faceGroupParams,
  faceGroupSchema,
  groupFacesQuerySchema,
  groupPageSchema,
  updateGroupSchema,
} from "@/lib/faces/people/schema";
import { getGroupPage } from "@/lib/faces/people/server/group-pictures-service";
import { updateGroup } from "@/lib/faces/people/server/naming-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A group of faces with the photos they are in, one entry per face.",
  access: "member",
  params: faceGroupParams,
  query: groupFacesQuerySchema,
  answer: groupPageSchema,
  handler: ({ actor, params, query }) => getGroupPage(actor, params.groupId, query),
});

export const PUT = route({
  summary: "Says who a group is, or hides it; a second group of the same person joins the first.",
  access: "member",
  params: faceGroupParams,
  body: updateGroupSchema,
  answer: faceGroupSchema,
  handler: ({ actor, params, body }) => updateGroup(actor, params.groupId, body),
});
