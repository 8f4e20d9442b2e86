import { endOwnSession } from "@/lib/account/security/server/session-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Signs one of the caller's devices out.",
  access: "user",
  refusesDirectAccess: true,
  params: idParams,
  answer: "empty",
  handler: async (context) => {
    await endOwnSession(context.actor, context.params.id, sessionOrigin(context));
    return undefined;
  },
});
