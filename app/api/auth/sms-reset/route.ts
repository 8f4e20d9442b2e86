import { onItsWaySchema, smsResetSchema } from "@/lib/account/accounts/schema";
import { requestSmsCodes } from "@/lib/account/accounts/server/sms-recovery-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Sends a code for a new password by SMS. The answer is the same for unknown numbers.",
  access: "visitor",
  body: smsResetSchema,
  answer: onItsWaySchema,
  status: 202,
  rateLimit: { name: "sms-address", points: 5, seconds: 3600 },
  handler: async ({ body }) => ({ message: await requestSmsCodes(body.phoneNumber) }),
});
