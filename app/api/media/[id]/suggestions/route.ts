import { mediaIdParams } from "@/lib/features/media/schema";
import { suggestionsSchema } from "@/lib/features/people/schema";
import { getSuggestions } from "@/lib/features/people/suggestions-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Who and what an item seems to show: suggestions to tag or add, never applied automatically.",
  access: "member",
  params: mediaIdParams,
  answer: suggestionsSchema,
  handler: ({ actor, params }) => getSuggestions(actor, params.id),
});
