import { createAccountSchema, userSchema } from "@/lib/account/accounts/schema";
import { createAccount } from "@/lib/account/accounts/server/service";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";

export const POST = route({
  summary: "Creates an account without a family and signs it in.",
  access: "visitor",
  body: createAccountSchema,
  answer: userSchema,
  rateLimit: { name: "signup-address", points: 20, seconds: 3600 },
  handler: async (context) => {
    const signedIn = await createAccount(context.body, sessionOrigin(context));
    return new Reply(signedIn.user, { status: 201, cookies: signInCookies(context, signedIn) });
  },
});
