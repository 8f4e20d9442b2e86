import { resentConfirmationSchema } from "@/lib/account/accounts/schema";
import { resendAccountConfirmation } from "@/lib/account/accounts/server/email-confirmation-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Emails the link that confirms the caller's address again.",
  access: "user",
  refusesDirectAccess: true,
  answer: resentConfirmationSchema,
  handler: ({ actor }) => resendAccountConfirmation(actor),
});
