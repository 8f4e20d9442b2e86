import { startPasskeyChallenge } from "@/lib/features/security/passkey-challenge-service";
import { relyingPartyOf } from "@/lib/features/security/relying-party";
import { passkeyOptionsSchema } from "@/lib/features/security/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "A challenge for any passkey of this host, to sign in or to prove that one is still there.",
  access: "public",
  worksInMaintenance: true,
  answer: passkeyOptionsSchema,
  rateLimit: { name: "passkey-challenge", points: 60, seconds: 900 },
  handler: ({ request }) => startPasskeyChallenge(relyingPartyOf(request)),
});
