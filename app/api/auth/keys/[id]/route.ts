import { deleteKey } from "@/lib/account/keys/server/service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Ends one of the caller's API keys.",
  access: "user",
  refusesDirectAccess: true,
  params: idParams,
  answer: "empty",
  handler: async (context) => {
    await deleteKey(context.actor, context.params.id, sessionOrigin(context));
    return undefined;
  },
});
