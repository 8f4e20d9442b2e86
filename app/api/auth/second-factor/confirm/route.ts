import { recoveryCodesSchema, secondFactorCodeInput } from "@/lib/account/security/schema";
import { confirmSecondFactor } from "@/lib/account/security/server/second-factor-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Turns the authenticator app on with a code from it; returns the recovery codes, once.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: secondFactorCodeInput,
  answer: recoveryCodesSchema,
  handler: (context) => confirmSecondFactor(context.actor, context.body.code, sessionOrigin(context)),
});
