import { registeredSchema, registerParams, registerSchema } from "@/lib/family/invitations/schema";
import { registerFromInvitation } from "@/lib/family/invitations/server/registration-service";
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
