import { confirmPhoneSchema, phoneAnswerSchema } from "@/lib/account/profile/schema";
import { confirmPhone } from "@/lib/account/profile/server/phone-confirmation-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Confirms the caller's phone number with the code of POST /api/auth/phone-confirmation.",
  access: "user",
  refusesDirectAccess: true,
  body: confirmPhoneSchema,
  answer: phoneAnswerSchema,
  handler: (context) => confirmPhone(context.actor, context.body.code, sessionOrigin(context)),
});
