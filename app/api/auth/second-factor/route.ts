import { proofSchema, secondFactorSchema, secondFactorSetupSchema } from "@/lib/account/security/schema";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import {
  getSecondFactor,
  startSecondFactor,
  stopSecondFactor,
} from "@/lib/account/security/server/second-factor-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary:
    "Whether signing in asks for a code from an authenticator app, and how many recovery codes are left.",
  access: "user",
  answer: secondFactorSchema,
  handler: ({ actor }) => getSecondFactor(actor),
});

export const POST = route({
  summary: "Starts setting up an authenticator app, after the password or a passkey; returns its secret.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: proofSchema,
  answer: secondFactorSetupSchema,
  handler: ({ actor, body, request }) => startSecondFactor(actor, body, getRelyingParty(request)),
});

export const DELETE = route({
  summary: "Turns the authenticator app off, after the password or a passkey.",
  access: "user",
  refusesDirectAccess: true,
  body: proofSchema,
  answer: "empty",
  handler: async (context) => {
    const { actor, body, request } = context;
    await stopSecondFactor(actor, body, getRelyingParty(request), sessionOrigin(context));
    return undefined;
  },
});
