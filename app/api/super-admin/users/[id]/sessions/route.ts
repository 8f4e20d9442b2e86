import { endPersonsSessions } from "@/lib/features/super-admin/person-service";
import { endedSessionsSchema } from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Signs a person out of every device.",
  access: "superAdmin",
  params: idParams,
  answer: endedSessionsSchema,
  handler: (context) =>
    endPersonsSessions({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id),
});
