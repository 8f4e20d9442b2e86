import { mediaItemSchema, setFeaturedSchema } from "@/lib/album/media/schema";
import { setFeatured } from "@/lib/album/media/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Makes an item the cover of its month, or not.",
  access: "admin",
  keyScope: "manage",
  params: idParams,
  body: setFeaturedSchema,
  answer: mediaItemSchema,
  handler: ({ actor, params, body }) => setFeatured(actor, params.id, body.featured),
});
