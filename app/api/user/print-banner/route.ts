import { updatePrintBanner } from "@/lib/features/prints/banner-service";
import { printBannerSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Notes that the person has seen, or closed, this month's banner about free prints.",
  access: "member",
  isAboutPrints: true,
  body: printBannerSchema,
  answer: printBannerSchema,
  handler: ({ actor, body }) => updatePrintBanner(actor, body),
});
