import { userSchema } from "@/lib/account/accounts/schema";
import { completeOnboarding } from "@/lib/account/profile/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Completes the caller's onboarding; refused while something required is missing.",
  access: "user",
  answer: userSchema,
  handler: ({ actor }) => completeOnboarding(actor),
});
