import { z } from "zod";
import { createKeySchema, newKeySchema, ownKeysSchema } from "@/lib/account/keys/schema";
import { createKey, deleteAllKeys, listKeys } from "@/lib/account/keys/server/service";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "The caller's API keys, and the families that one can be made for.",
  access: "user",
  answer: ownKeysSchema,
  handler: ({ actor }) => listKeys(actor),
});

export const POST = route({
  summary: "Makes an API key for one of the caller's families, after the password or a passkey; shown once.",
  access: "member",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: createKeySchema,
  answer: newKeySchema,
  status: 201,
  rateLimit: { name: "key-add", points: 30, seconds: 900 },
  handler: (context) =>
    createKey(context.actor, context.body, getRelyingParty(context.request), sessionOrigin(context)),
});

export const DELETE = route({
  summary: "Ends all of the caller's API keys; returns how many there were.",
  access: "user",
  refusesDirectAccess: true,
  answer: z.object({ count: z.number() }),
  handler: async (context) => ({ count: await deleteAllKeys(context.actor, sessionOrigin(context)) }),
});
