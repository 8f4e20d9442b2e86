import { suggestPrints } from "@/lib/features/prints/picks-service";
import { printSuggestionsSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Photos from this month and the last to use the person's remaining free prints, best first.",
  access: "member",
  isAboutPrints: true,
  answer: printSuggestionsSchema,
  handler: ({ actor }) => suggestPrints(actor),
});
