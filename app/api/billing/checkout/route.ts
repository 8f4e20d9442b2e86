import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { checkoutSchema, redirectSchema } from "@/lib/shop/billing/schema";
import { startCheckout } from "@/lib/shop/billing/server/checkout-service";

export const POST = route({
  summary: "Where the owner pays for a plan, or changes the one that is paid for.",
  access: "owner",
  body: checkoutSchema,
  answer: redirectSchema,
  handler: ({ actor, body, request }) => startCheckout(actor, body, visitedUrl(request)),
});
