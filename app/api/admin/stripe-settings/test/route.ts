import { testPayments } from "@/lib/features/billing/payment-settings-service";
import { connectionSchema } from "@/lib/features/billing/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Asks the card payment provider whether it accepts our key; nothing is charged.",
  access: "user",
  answer: connectionSchema,
  rateLimit: { name: "stripe-test", points: 20, seconds: 60 },
  handler: ({ actor }) => testPayments(actor),
});
