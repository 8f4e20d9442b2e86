import { route } from "@/lib/http/route";
import { revokeApiKey } from "@/lib/operations/api-keys/server/service";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Revokes a key; it never works again.",
  access: "superAdmin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeApiKey(actor, params.id);
    return undefined;
  },
});
