import { z } from "zod";
import { addPasskeySchema, passkeySchema } from "@/lib/account/security/schema";
import { addPasskey, listPasskeys } from "@/lib/account/security/server/passkey-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "The passkeys of the caller's account.",
  access: "user",
  answer: z.array(passkeySchema),
  handler: ({ actor }) => listPasskeys(actor),
});

export const POST = route({
  summary: "Adds the passkey that answers the challenge of POST /api/auth/passkeys/registration.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: addPasskeySchema,
  answer: passkeySchema,
  status: 201,
  rateLimit: { name: "passkey-add", points: 30, seconds: 900 },
  handler: (context) =>
    addPasskey(context.actor, context.body, getRelyingParty(context.request), sessionOrigin(context)),
});
