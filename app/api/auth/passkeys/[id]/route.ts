import { passkeySchema, proofSchema, renamePasskeySchema } from "@/lib/account/security/schema";
import { removePasskey, renamePasskey } from "@/lib/account/security/server/passkey-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary: "Renames one of the caller's passkeys.",
  access: "user",
  refusesDirectAccess: true,
  params: idParams,
  body: renamePasskeySchema,
  answer: passkeySchema,
  handler: ({ actor, params, body }) => renamePasskey(actor, params.id, body.name),
});

export const DELETE = route({
  summary:
    "Removes one of the caller's passkeys, after the password or a passkey, unless it is the last way to sign in.",
  access: "user",
  refusesDirectAccess: true,
  params: idParams,
  body: proofSchema,
  answer: "empty",
  handler: async (context) => {
    const { actor, params, body, request } = context;
    await removePasskey(actor, params.id, body, getRelyingParty(request), sessionOrigin(context));
    return undefined;
  },
});
