import { childPasswordResetSchema, onItsWaySchema } from "@/lib/account/accounts/schema";
import { requestChildReset } from "@/lib/account/accounts/server/child-recovery-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Asks a family's admins for a new password for a child. The answer is the same for unknown names.",
  access: "visitor",
  body: childPasswordResetSchema,
  answer: onItsWaySchema,
  status: 202,
  rateLimit: { name: "child-reset-address", points: 10, seconds: 3600 },
  handler: async ({ body }) => ({ message: await requestChildReset(body.username) }),
});
