import { userSchema } from "@/lib/account/accounts/schema";
import { registerParams } from "@/lib/family/invitations/schema";
import { acceptInvitation } from "@/lib/family/invitations/server/registration-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Joins the family of an invitation with the account that has its email address.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  params: registerParams,
  answer: userSchema,
  hasSecretPath: true,
  rateLimit: { name: "accept-address", points: 30, seconds: 900 },
  handler: ({ actor, params }) => acceptInvitation(actor, params.code),
});
