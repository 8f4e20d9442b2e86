import { startPasskeyRegistration } from "@/lib/features/security/passkey-service";
import { relyingPartyOf } from "@/lib/features/security/relying-party";
import { passkeyOptionsSchema, proofSchema } from "@/lib/features/security/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Starts adding a passkey, after the password or another passkey; returns the browser's options.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: proofSchema,
  answer: passkeyOptionsSchema,
  handler: ({ actor, body, request }) => startPasskeyRegistration(actor, body, relyingPartyOf(request)),
});
