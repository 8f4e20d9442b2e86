import { getWholeBilling } from "@/lib/features/billing/billing-service";
import { billingSchema } from "@/lib/features/billing/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What the family pays for its plan, with its invoices.",
  access: "owner",
  answer: billingSchema,
  handler: ({ actor }) => getWholeBilling(actor),
});
