import { mediaIdParams } from "@/lib/features/media/schema";
import { similarSchema } from "@/lib/features/similar/schema";
import { listSimilar } from "@/lib/features/similar/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The pictures like this one: saved twice, or of the same burst; with the one to keep and the sharpest.",
  access: "member",
  params: mediaIdParams,
  answer: similarSchema,
  handler: ({ actor, params }) => listSimilar(actor, params.id),
});
