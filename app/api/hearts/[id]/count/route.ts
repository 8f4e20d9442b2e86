import { heartCountSchema } from "@/lib/features/hearts/schema";
import { countHearts } from "@/lib/features/hearts/service";
import { mediaIdParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How many hearts an item has.",
  access: "member",
  params: mediaIdParams,
  answer: heartCountSchema,
  handler: async ({ actor, params }) => ({ count: await countHearts(actor, params.id) }),
});
