import { route } from "@/lib/http/route";
import { billingSchema } from "@/lib/shop/billing/schema";
import { getBillingWithInvoices } from "@/lib/shop/billing/server/billing-service";

export const GET = route({
  summary: "What the family pays for its plan, with its invoices.",
  access: "owner",
  answer: billingSchema,
  handler: ({ actor }) => getBillingWithInvoices(actor),
});
