import { mediaIdParams } from "@/lib/features/media/schema";
import { setTagsSchema, tagsSchema } from "@/lib/features/tags/schema";
import { listTags, setTags } from "@/lib/features/tags/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The people of the family on an item.",
  access: "member",
  params: mediaIdParams,
  answer: tagsSchema,
  handler: ({ actor, params }) => listTags(actor, params.id),
});

export const PUT = route({
  summary: "Says who is on an item, the whole set; who is new there is told.",
  access: "member",
  params: mediaIdParams,
  body: setTagsSchema,
  answer: tagsSchema,
  handler: ({ actor, params, body }) => setTags(actor, params.id, body.memberIds),
});
