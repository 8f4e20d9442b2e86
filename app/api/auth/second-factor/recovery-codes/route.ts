import { relyingPartyOf } from "@/lib/features/security/relying-party";
import { proofSchema, recoveryCodesSchema } from "@/lib/features/security/schema";
import { renewRecoveryCodes } from "@/lib/features/security/second-factor-service";
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
    renewRecoveryCodes(context.actor, context.body, relyingPartyOf(context.request), sessionOrigin(context)),
});
