import { resendAccountConfirmation } from "@/lib/features/accounts/email-confirmation-service";
import { resentConfirmationSchema } from "@/lib/features/accounts/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Emails the link that confirms the caller's address again.",
  access: "user",
  refusesDirectAccess: true,
  answer: resentConfirmationSchema,
  handler: ({ actor }) => resendAccountConfirmation(actor),
});
