import { pointsResponse } from "@/lib/album/map/server/points-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "Every photo with a place, as JSON in columns (ids, latitudes and longitudes in 1/100,000 of a degree, positions of the videos), latest first; for adults, and as far as the family shows places.",
  access: "member",
  keyScope: "read",
  answer: "file",
  handler: ({ actor, request }) => pointsResponse(request, actor),
});
