import { passkeyOptionsSchema } from "@/lib/account/security/schema";
import { startPasskeyChallenge } from "@/lib/account/security/server/passkey-challenge-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "A challenge for any passkey of this host, to sign in or to prove that one is still there.",
  access: "public",
  worksInMaintenance: true,
  answer: passkeyOptionsSchema,
  rateLimit: { name: "passkey-challenge", points: 60, seconds: 900 },
  handler: ({ request }) => startPasskeyChallenge(getRelyingParty(request)),
});
