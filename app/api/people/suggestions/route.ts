import { batchSuggestionsQuerySchema, batchSuggestionsSchema } from "@/lib/faces/people/schema";
import { getBatchSuggestions } from "@/lib/faces/people/server/suggestions-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Who and what up to 500 photos seem to show: hashtags to add, people to name or tag.",
  access: "member",
  body: batchSuggestionsQuerySchema,
  answer: batchSuggestionsSchema,
  handler: ({ actor, body }) => getBatchSuggestions(actor, body.mediaIds),
});
