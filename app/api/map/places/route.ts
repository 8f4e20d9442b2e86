import { mapPlacesSchema, placesQuerySchema } from "@/lib/album/map/schema";
import { listPlaces, searchPlaces } from "@/lib/album/map/server/places-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The towns where the family's photos were taken, most photos first; with q, towns of that name, those with photos first. For adults.",
  access: "member",
  keyScope: "read",
  query: placesQuerySchema,
  answer: mapPlacesSchema,
  handler: ({ actor, query: { q } }) => (q ? searchPlaces(actor, q) : listPlaces(actor)),
});
