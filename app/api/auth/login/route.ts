import { sessionSetCookie } from "@/lib/auth/session-cookie";
import { loginSchema, userSchema } from "@/lib/features/accounts/schema";
import { signIn } from "@/lib/features/accounts/service";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Signs in with a user name or e-mail address and a password.",
  access: "visitor",
  body: loginSchema,
  answer: userSchema,
  rateLimit: { name: "login-address", points: 30, seconds: 900 },
  handler: async (context) => {
    const { user, cookie } = await signIn(context.body, sessionOrigin(context));
    return new Reply(user, { cookies: [sessionSetCookie(cookie, context.isSecure)] });
  },
});
