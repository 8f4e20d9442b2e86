import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { endedSessionsSchema } from "@/lib/operations/super-admin/schema";
import { endUserSessions } from "@/lib/operations/super-admin/server/person-service";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Signs a person out of every device.",
  access: "superAdmin",
  params: idParams,
  answer: endedSessionsSchema,
  handler: (context) =>
    endUserSessions({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id),
});
