import { placesQuerySchema, placesSchema } from "@/lib/features/sorter/schema";
import { listNearestPlaces } from "@/lib/features/sorter/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "The towns nearest to up to 500 points, from a list on this server.",
  access: "member",
  body: placesQuerySchema,
  answer: placesSchema,
  handler: ({ actor, body }) => listNearestPlaces(actor, body),
});
