import { apiKeyParams } from "@/lib/features/api-keys/schema";
import { revokeApiKey } from "@/lib/features/api-keys/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Revokes a key; it never works again.",
  access: "superAdmin",
  params: apiKeyParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeApiKey(actor, params.id);
    return undefined;
  },
});
