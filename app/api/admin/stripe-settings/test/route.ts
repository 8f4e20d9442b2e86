import { route } from "@/lib/http/route";
import { connectionSchema } from "@/lib/shop/billing/schema";
import { testPayments } from "@/lib/shop/payments/server/payment-settings-service";

export const POST = route({
  summary: "Asks the card payment provider whether it accepts our key; nothing is charged.",
  access: "user",
  answer: connectionSchema,
  rateLimit: { name: "stripe-test", points: 20, seconds: 60 },
  handler: ({ actor }) => testPayments(actor),
});
