import { confirmAccountSchema, confirmedAccountSchema } from "@/lib/account/accounts/schema";
import { confirmAccount } from "@/lib/account/accounts/server/email-confirmation-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary:
    "Confirms an account's address with the link emailed to it; takes a new password unless the caller is signed in to the account.",
  access: "public",
  body: confirmAccountSchema,
  answer: confirmedAccountSchema,
  rateLimit: { name: "confirm-account-address", points: 30, seconds: 900 },
  handler: (context) => confirmAccount(context.actor, context.body, sessionOrigin(context)),
});
