import { userSchema } from "@/lib/account/accounts/schema";
import { secondFactorCodeInput } from "@/lib/account/security/schema";
import {
  identityFlowSetCookie,
  identityFlowTokenIn,
} from "@/lib/account/security/server/identity-flow-cookie";
import { finishIdentitySignIn } from "@/lib/account/security/server/identity-second-factor-service";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";

export const POST = route({
  summary: "Completes a sign-in at an identity provider with a code from the authenticator app.",
  access: "visitor",
  body: secondFactorCodeInput,
  answer: userSchema,
  rateLimit: { name: "second-step-address", points: 30, seconds: 900 },
  handler: async (context) => {
    const { request, body } = context;
    const signedIn = await finishIdentitySignIn(
      identityFlowTokenIn(request),
      body.code,
      sessionOrigin(context),
    );
    return new Reply(signedIn.user, {
      cookies: [...signInCookies(context, signedIn), identityFlowSetCookie(request, null)],
    });
  },
});
