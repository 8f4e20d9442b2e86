import { startPhoneConfirmation } from "@/lib/features/profile/phone-confirmation-service";
import { phoneAnswerSchema } from "@/lib/features/profile/schema";
import { relyingPartyOf } from "@/lib/features/security/relying-party";
import { proofSchema } from "@/lib/features/security/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Sends a code to the caller's phone number, which can reset the password once the code is entered.",
  access: "user",
  refusesDirectAccess: true,
  body: proofSchema,
  answer: phoneAnswerSchema,
  status: 202,
  handler: ({ actor, body, request }) => startPhoneConfirmation(actor, body, relyingPartyOf(request)),
});
