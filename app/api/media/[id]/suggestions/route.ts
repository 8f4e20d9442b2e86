import { suggestionsSchema } from "@/lib/album/tags/schema";
import { getSuggestions } from "@/lib/faces/people/server/suggestions-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "Who and what an item seems to show: suggestions to tag or add, never applied automatically.",
  access: "member",
  params: idParams,
  answer: suggestionsSchema,
  handler: ({ actor, params }) => getSuggestions(actor, params.id),
});
