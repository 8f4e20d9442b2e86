import { areaQuerySchema } from "@/lib/album/map/schema";
import { listAreaPhotos } from "@/lib/album/map/server/photos-service";
import { mediaPageSchema } from "@/lib/album/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The photos of an area of the map, latest taken first; an endless feed, for adults.",
  access: "member",
  keyScope: "read",
  query: areaQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listAreaPhotos(actor, query),
});
