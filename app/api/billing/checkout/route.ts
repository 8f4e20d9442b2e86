import { startCheckout } from "@/lib/features/billing/checkout-service";
import { checkoutSchema, redirectSchema } from "@/lib/features/billing/schema";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Where the owner pays for a plan, or changes the one that is paid for.",
  access: "owner",
  body: checkoutSchema,
  answer: redirectSchema,
  handler: ({ actor, body, request }) => startCheckout(actor, body, visitedUrl(request)),
});
