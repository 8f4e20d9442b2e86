import { confirmPhone } from "@/lib/features/profile/phone-confirmation-service";
import { confirmPhoneSchema, phoneAnswerSchema } from "@/lib/features/profile/schema";
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
