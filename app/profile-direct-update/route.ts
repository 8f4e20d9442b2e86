import { profileAnswerSchema, profileUpdateSchema } from "@/lib/account/profile/schema";
import { updateProfile } from "@/lib/account/profile/server/service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary:
    "Saves the caller's own profile. Changing the phone number or email address requires the password or a passkey; the address stays pending until it is confirmed.",
  access: "user",
  refusesDirectAccess: true,
  body: profileUpdateSchema,
  answer: profileAnswerSchema,
  handler: (context) =>
    updateProfile(context.actor, context.body, getRelyingParty(context.request), sessionOrigin(context)),
});
