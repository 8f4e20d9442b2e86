import { route } from "@/lib/http/route";
import { placesQuerySchema, placesSchema } from "@/lib/sorter/schema";
import { listNearestPlaces } from "@/lib/sorter/server/service";

export const POST = route({
  summary: "The towns nearest to up to 500 points, from a list on this server.",
  access: "member",
  body: placesQuerySchema,
  answer: placesSchema,
  handler: ({ actor, body }) => listNearestPlaces(actor, body),
});
