import { z } from "zod";
import { identitySchema, startLinkSchema } from "@/lib/account/security/schema";
import { identityFlowSetCookie } from "@/lib/account/security/server/identity-flow-cookie";
import { requireIdentityProvider } from "@/lib/account/security/server/identity-flow-service";
import { listIdentities, startLink } from "@/lib/account/security/server/identity-service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { Reply, route } from "@/lib/http/route";

export const GET = route({
  summary: "The external accounts linked to the caller's account.",
  access: "user",
  answer: z.array(identitySchema),
  handler: ({ actor }) => listIdentities(actor),
});

export const POST = route({
  summary: "Starts linking an external account, after the password or a passkey; returns where to go.",
  access: "user",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: startLinkSchema,
  answer: z.object({ url: z.string() }),
  handler: async ({ actor, body, request }) => {
    const provider = requireIdentityProvider(body.provider);
    const token = await startLink(actor, provider, body, getRelyingParty(request));
    return new Reply(
      { url: `/api/auth/${provider.id}?link=1` },
      { cookies: [identityFlowSetCookie(request, token)] },
    );
  },
});
