import { hidePersonSchema, memoryPersonSchema } from "@/lib/album/memories/schema";
import { hidePerson } from "@/lib/album/memories/server/hiding-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary: "Whether the caller is reminded of items with someone.",
  access: "member",
  params: idParams,
  body: hidePersonSchema,
  answer: memoryPersonSchema,
  handler: ({ actor, params, body }) => hidePerson(actor, params.id, body.isHidden),
});
