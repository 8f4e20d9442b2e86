import { getPaymentSettings } from "@/lib/features/billing/payment-settings-service";
import { paymentSettingsSchema } from "@/lib/features/billing/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What is set up for card payments, for a family's admins and the super admin; never a key.",
  access: "user",
  answer: paymentSettingsSchema,
  handler: ({ actor }) => getPaymentSettings(actor),
});
