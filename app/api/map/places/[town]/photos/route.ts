import { placeParams } from "@/lib/album/map/schema";
import { listPlacePhotos } from "@/lib/album/map/server/places-service";
import { feedQuerySchema, mediaPageSchema } from "@/lib/album/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's photos of a town, latest taken first; an endless feed, for adults.",
  access: "member",
  keyScope: "read",
  params: placeParams,
  query: feedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, params, query }) => listPlacePhotos(actor, params.town, query),
});
