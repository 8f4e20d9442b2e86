import { mediaFactsSchema } from "@/lib/album/media/schema";
import { getMediaFacts } from "@/lib/album/media/server/facts-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary:
    "With what camera and where an item was taken; for adults, and without the place if the family hides places.",
  access: "member",
  params: idParams,
  answer: mediaFactsSchema,
  handler: ({ actor, params }) => getMediaFacts(actor, params.id),
});
