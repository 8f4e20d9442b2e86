import { startPortal } from "@/lib/features/billing/checkout-service";
import { portalSchema, redirectSchema } from "@/lib/features/billing/schema";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "The card payment provider's pages for card, invoices and plan.",
  access: "owner",
  body: portalSchema,
  isBodyOptional: true,
  answer: redirectSchema,
  handler: ({ actor, body, request }) => startPortal(actor, body, visitedUrl(request)),
});
