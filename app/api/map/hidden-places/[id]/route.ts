import { hiddenPlaceSchema, updateHiddenPlaceSchema } from "@/lib/album/places/schema";
import { deleteHiddenPlace, updateHiddenPlace } from "@/lib/album/places/server/hidden-places-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary: "Changes a hidden place's name, radius or mode; it is not moved.",
  access: "admin",
  params: idParams,
  body: updateHiddenPlaceSchema,
  answer: hiddenPlaceSchema,
  handler: ({ actor, params, body }) => updateHiddenPlace(actor, params.id, body),
});

export const DELETE = route({
  summary: "Shows a hidden place's photos where they were taken again.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: ({ actor, params }) => deleteHiddenPlace(actor, params.id),
});
