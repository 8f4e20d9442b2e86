import { createHiddenPlaceSchema, hiddenPlaceSchema, hiddenPlacesSchema } from "@/lib/album/places/schema";
import { createHiddenPlace, listHiddenPlaces } from "@/lib/album/places/server/hidden-places-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The places that the family hides, without their coordinates.",
  access: "admin",
  answer: hiddenPlacesSchema,
  handler: ({ actor }) => listHiddenPlaces(actor),
});

export const POST = route({
  summary:
    "Hides a place: photos within its radius are shown somewhere in its region (rounded) or at no place (leftOut), to everyone.",
  access: "admin",
  body: createHiddenPlaceSchema,
  answer: hiddenPlaceSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createHiddenPlace(actor, body),
});
