import { userSchema } from "@/lib/account/accounts/schema";
import { firstRunSchema } from "@/lib/account/first-run/schema";
import { setUpInstallation } from "@/lib/account/first-run/server/first-run-service";
import { Reply, route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";

export const POST = route({
  summary:
    "Sets up an empty installation with its code: makes its owner and their family, and signs them in.",
  access: "visitor",
  body: firstRunSchema,
  answer: userSchema,
  rateLimit: { name: "setup-address", points: 30, seconds: 3600 },
  handler: async (context) => {
    const signedIn = await setUpInstallation(context.body, sessionOrigin(context));
    return new Reply(signedIn.user, { status: 201, cookies: signInCookies(context, signedIn) });
  },
});
