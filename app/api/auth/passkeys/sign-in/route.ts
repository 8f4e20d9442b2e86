import { userSchema } from "@/lib/account/accounts/schema";
import { passkeySignInSchema } from "@/lib/account/security/schema";
import { signInWithPasskey } from "@/lib/account/security/server/passkey-sign-in-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";

export const POST = route({
  summary: "Signs in with a passkey's answer to a challenge.",
  access: "visitor",
  worksInMaintenance: true,
  body: passkeySignInSchema,
  answer: userSchema,
  rateLimit: { name: "passkey-sign-in", points: 30, seconds: 900 },
  handler: async (context) => {
    const party = getRelyingParty(context.request);
    const signedIn = await signInWithPasskey(context.body.passkey, party, sessionOrigin(context));
    return new Reply(signedIn.user, { cookies: signInCookies(context, signedIn) });
  },
});
