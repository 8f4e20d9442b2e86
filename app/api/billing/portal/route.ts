import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { portalSchema, redirectSchema } from "@/lib/shop/billing/schema";
import { startPortal } from "@/lib/shop/billing/server/checkout-service";

export const POST = route({
  summary: "The card payment provider's pages for card, invoices and plan.",
  access: "owner",
  body: portalSchema,
  isBodyOptional: true,
  answer: redirectSchema,
  handler: ({ actor, body, request }) => startPortal(actor, body, visitedUrl(request)),
});
