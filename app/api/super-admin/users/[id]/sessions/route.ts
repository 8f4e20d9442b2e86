import { endPersonsSessions } from "@/lib/features/super-admin/person-service";
import { endedSessionsSchema, personParams } from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const DELETE = route({
  summary: "Signs a person out of every device.",
  access: "superAdmin",
  params: personParams,
  answer: endedSessionsSchema,
  handler: (context) =>
    endPersonsSessions({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id),
});
