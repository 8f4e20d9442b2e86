import { profileAnswerSchema, profileUpdateSchema } from "@/lib/features/profile/schema";
import { updateProfile } from "@/lib/features/profile/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Saves the caller's own profile. A changed e-mail address stays pending until it is confirmed.",
  access: "user",
  body: profileUpdateSchema,
  answer: profileAnswerSchema,
  handler: ({ actor, body }) => updateProfile(actor, body),
});
