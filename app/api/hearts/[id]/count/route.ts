import { heartCountSchema } from "@/lib/album/hearts/schema";
import { countHearts } from "@/lib/album/hearts/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "How many hearts an item has.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: heartCountSchema,
  handler: async ({ actor, params }) => ({ count: await countHearts(actor, params.id) }),
});
