import { growingUpSchema } from "@/lib/album/growing-up/schema";
import { getGrowingUp } from "@/lib/album/growing-up/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "How one of the family's people grew up: the best photos of each time of their life, and what was noted.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: growingUpSchema,
  handler: ({ actor, params }) => getGrowingUp(actor, params.id),
});
