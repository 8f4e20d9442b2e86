import { route } from "@/lib/http/route";
import { printBannerSchema } from "@/lib/shop/prints/schema";
import { updatePrintBanner } from "@/lib/shop/prints/server/banner-service";

export const PUT = route({
  summary: "Notes that the person has seen, or closed, this month's banner about free prints.",
  access: "member",
  isAboutPrints: true,
  body: printBannerSchema,
  answer: printBannerSchema,
  handler: ({ actor, body }) => updatePrintBanner(actor, body),
});
