import { doneSchema, setPasswordSchema } from "@/lib/account/accounts/schema";
import { setPassword } from "@/lib/account/accounts/server/password-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Sets a first password, or replaces a temporary one.",
  access: "user",
  refusesDirectAccess: true,
  body: setPasswordSchema,
  answer: doneSchema,
  handler: async (context) => {
    await setPassword(context.actor, context.body, sessionOrigin(context));
    return { success: true as const, message: "Password updated" };
  },
});
