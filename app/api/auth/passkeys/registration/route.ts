import { passkeyOptionsSchema, proofSchema } from "@/lib/account/security/schema";
import { startPasskeyRegistration } from "@/lib/account/security/server/passkey-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Starts adding a passkey, after the password or another passkey; returns the browser's options.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: proofSchema,
  answer: passkeyOptionsSchema,
  handler: ({ actor, body, request }) => startPasskeyRegistration(actor, body, getRelyingParty(request)),
});
