import { registerFromInvitation } from "@/lib/features/invitations/registration-service";
import { registeredSchema, registerParams, registerSchema } from "@/lib/features/invitations/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Creates the account that an invitation is for, in its family; doesn't sign it in.",
  access: "visitor",
  params: registerParams,
  body: registerSchema,
  answer: registeredSchema,
  status: 201,
  hasSecretPath: true,
  rateLimit: { name: "register-address", points: 30, seconds: 900 },
  handler: ({ params, body }) => registerFromInvitation(params.code, body),
});
