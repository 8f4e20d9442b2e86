import { proofSchema, recoveryCodesSchema } from "@/lib/account/security/schema";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { renewRecoveryCodes } from "@/lib/account/security/server/second-factor-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Replaces the recovery codes with new ones, after the password or a passkey.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: proofSchema,
  answer: recoveryCodesSchema,
  handler: (context) =>
    renewRecoveryCodes(context.actor, context.body, getRelyingParty(context.request), sessionOrigin(context)),
});
