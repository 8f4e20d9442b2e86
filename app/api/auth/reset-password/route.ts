import { doneSchema, resetPasswordSchema } from "@/lib/account/accounts/schema";
import { resetPassword } from "@/lib/account/accounts/server/recovery-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Sets a new password with the link from an email; all sessions end.",
  access: "visitor",
  body: resetPasswordSchema,
  answer: doneSchema,
  rateLimit: { name: "reset-address", points: 30, seconds: 900 },
  handler: async (context) => {
    await resetPassword(context.body, sessionOrigin(context));
    return { success: true as const, message: "Password updated" };
  },
});
