import { userSchema } from "@/lib/account/accounts/schema";
import { redeemDirectAccessSchema } from "@/lib/family/direct-access/schema";
import { redeemDirectAccess } from "@/lib/family/direct-access/server/service";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";

export const POST = route({
  summary: "Signs in by a direct-access link, once.",
  access: "visitor",
  body: redeemDirectAccessSchema,
  answer: userSchema,
  rateLimit: { name: "direct-access-address", points: 30, seconds: 900 },
  handler: async (context) => {
    const signedIn = await redeemDirectAccess(context.body.token, sessionOrigin(context));
    return new Reply(signedIn.user, { cookies: signInCookies(context, signedIn) });
  },
});
