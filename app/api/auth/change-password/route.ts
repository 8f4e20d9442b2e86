import { changePasswordSchema, doneSchema } from "@/lib/account/accounts/schema";
import { changePassword } from "@/lib/account/accounts/server/password-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Changes the caller's password; other sessions end.",
  access: "user",
  refusesDirectAccess: true,
  body: changePasswordSchema,
  answer: doneSchema,
  handler: async (context) => {
    await changePassword(context.actor, context.body, sessionOrigin(context));
    return { success: true as const, message: "Password updated" };
  },
});
