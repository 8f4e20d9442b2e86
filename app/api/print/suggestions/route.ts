import { suggestPrints } from "@/lib/features/prints/picks-service";
import { printSuggestionsSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "Pictures of this month and the last to fill what is left of the person's free prints, the best first.",
  access: "member",
  isAboutPrints: true,
  answer: printSuggestionsSchema,
  handler: ({ actor }) => suggestPrints(actor),
});
