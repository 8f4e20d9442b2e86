import { forgotPasswordSchema, onItsWaySchema } from "@/lib/account/accounts/schema";
import { requestResetLink } from "@/lib/account/accounts/server/recovery-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Emails a link for a new password. The answer is the same for unknown addresses.",
  access: "visitor",
  body: forgotPasswordSchema,
  answer: onItsWaySchema,
  status: 202,
  rateLimit: { name: "forgot-address", points: 10, seconds: 3600 },
  handler: async ({ body }) => ({ message: await requestResetLink(body.email) }),
});
