import { temporaryPasswordSchema } from "@/lib/features/accounts/schema";
import { setTemporaryPassword } from "@/lib/features/accounts/temporary-password-service";
import { familyUserParams } from "@/lib/features/families/schema";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Gives someone in the family a temporary password, shown once; their sessions end.",
  access: "admin",
  params: familyUserParams,
  answer: temporaryPasswordSchema,
  handler: async (context) => ({
    temporaryPassword: await setTemporaryPassword(context.actor, context.params.id, sessionOrigin(context)),
  }),
});
