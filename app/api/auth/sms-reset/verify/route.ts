import { doneSchema, smsResetVerifySchema } from "@/lib/account/accounts/schema";
import { resetPasswordBySms } from "@/lib/account/accounts/server/sms-recovery-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Sets a new password with the code of an SMS; all sessions end.",
  access: "visitor",
  body: smsResetVerifySchema,
  answer: doneSchema,
  rateLimit: { name: "sms-verify-address", points: 20, seconds: 900 },
  handler: async (context) => {
    await resetPasswordBySms(context.body, sessionOrigin(context));
    return { success: true as const, message: "Password updated" };
  },
});
