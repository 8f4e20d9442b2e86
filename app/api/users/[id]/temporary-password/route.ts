import { temporaryPasswordSchema } from "@/lib/account/accounts/schema";
import { setTemporaryPassword } from "@/lib/family/families/server/temporary-password-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Gives someone in the family a temporary password, shown once; their sessions end.",
  access: "admin",
  params: idParams,
  answer: temporaryPasswordSchema,
  handler: async (context) => ({
    temporaryPassword: await setTemporaryPassword(context.actor, context.params.id, sessionOrigin(context)),
  }),
});
