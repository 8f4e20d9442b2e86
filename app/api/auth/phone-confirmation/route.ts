import { phoneAnswerSchema } from "@/lib/account/profile/schema";
import { startPhoneConfirmation } from "@/lib/account/profile/server/phone-confirmation-service";
import { proofSchema } from "@/lib/account/security/schema";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Sends a code to the caller's phone number, which can reset the password once the code is entered.",
  access: "user",
  refusesDirectAccess: true,
  body: proofSchema,
  answer: phoneAnswerSchema,
  status: 202,
  handler: ({ actor, body, request }) => startPhoneConfirmation(actor, body, getRelyingParty(request)),
});
