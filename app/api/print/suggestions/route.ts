import { route } from "@/lib/http/route";
import { printSuggestionsSchema } from "@/lib/shop/prints/schema";
import { suggestPrints } from "@/lib/shop/prints/server/picks-service";

export const GET = route({
  summary: "Photos from this month and the last to use the person's remaining free prints, best first.",
  access: "member",
  isAboutPrints: true,
  answer: printSuggestionsSchema,
  handler: ({ actor }) => suggestPrints(actor),
});
