import { z } from "zod";
import { mediaFactsSchema } from "@/lib/album/media/schema";
import { getMediaFacts } from "@/lib/album/media/server/facts-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "With what camera and where an item was taken; for adults, and without the place if the family hides places.",
  access: "member",
  keyScope: "read",
  // Not idParams: a child is refused before any id is looked up.
  params: z.object({ id: z.string() }),
  answer: mediaFactsSchema,
  handler: ({ actor, params }) => getMediaFacts(actor, params.id),
});
