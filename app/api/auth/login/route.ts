import { loginSchema, userSchema } from "@/lib/account/accounts/schema";
import { signIn } from "@/lib/account/security/server/sign-in-service";
import { deviceIn } from "@/lib/core/auth/server/device-cookie";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";

export const POST = route({
  summary: "Signs in with a username or email address and a password.",
  access: "visitor",
  worksInMaintenance: true,
  body: loginSchema,
  answer: userSchema,
  rateLimit: { name: "login-address", points: 30, seconds: 900 },
  handler: async (context) => {
    const device = deviceIn(context.request.headers.get("cookie"), context.isSecure);
    const signedIn = await signIn(context.body, sessionOrigin(context), device);
    return new Reply(signedIn.user, { cookies: signInCookies(context, signedIn) });
  },
});
