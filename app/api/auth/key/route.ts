import { usedKeySchema } from "@/lib/account/keys/schema";
import { getUsedKey } from "@/lib/account/keys/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "For a program: the API key it uses, and who it acts as; a session gets 404.",
  access: "member",
  keyScope: "any",
  answer: usedKeySchema,
  handler: ({ actor }) => getUsedKey(actor),
});
