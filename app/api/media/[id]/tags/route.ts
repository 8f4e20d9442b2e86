import { setTagsSchema, tagsSchema } from "@/lib/album/tags/schema";
import { listTags, setTags } from "@/lib/album/tags/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The people tagged in an item.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: tagsSchema,
  handler: ({ actor, params }) => listTags(actor, params.id),
});

export const PUT = route({
  summary: "Sets who is tagged in an item, as a whole; notifies those newly tagged.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: setTagsSchema,
  answer: tagsSchema,
  handler: ({ actor, params, body }) => setTags(actor, params.id, body.memberIds),
});
