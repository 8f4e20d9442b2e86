import { z } from "zod";
import { sessionSchema } from "@/lib/account/security/schema";
import { endOtherSessions, listSessions } from "@/lib/account/security/server/session-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "The devices that the caller is signed in on, this one first.",
  access: "user",
  answer: z.array(sessionSchema),
  handler: ({ actor }) => listSessions(actor),
});

export const DELETE = route({
  summary: "Signs the caller out of every other device; returns how many there were.",
  access: "user",
  refusesDirectAccess: true,
  answer: z.object({ count: z.number() }),
  handler: async (context) => ({ count: await endOtherSessions(context.actor, sessionOrigin(context)) }),
});
