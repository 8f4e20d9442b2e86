import { proofSchema } from "@/lib/account/security/schema";
import { unlinkIdentity } from "@/lib/account/security/server/identity-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary:
    "Unlinks an external account, after the password or a passkey, unless it is the last way to sign in.",
  access: "user",
  refusesDirectAccess: true,
  params: idParams,
  body: proofSchema,
  answer: "empty",
  handler: async (context) => {
    const { actor, params, body, request } = context;
    await unlinkIdentity(actor, params.id, body, getRelyingParty(request), sessionOrigin(context));
    return undefined;
  },
});
