import { route } from "@/lib/http/route";
import { paymentSettingsSchema } from "@/lib/shop/billing/schema";
import { getPaymentSettings } from "@/lib/shop/payments/server/payment-settings-service";

export const GET = route({
  summary: "What is set up for card payments, for a family's admins and the super admin; never a key.",
  access: "user",
  answer: paymentSettingsSchema,
  handler: ({ actor }) => getPaymentSettings(actor),
});
