import { similarSchema } from "@/lib/album/similar/schema";
import { listSimilar } from "@/lib/album/similar/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "Photos similar to this one: duplicates, or from the same burst; with the one to keep and the sharpest.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: similarSchema,
  handler: ({ actor, params }) => listSimilar(actor, params.id),
});
