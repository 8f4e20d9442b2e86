import { tileParams, townNamesSchema } from "@/lib/album/map/schema";
import { listTownNames } from "@/lib/album/map/server/town-names";
import { Reply, route } from "@/lib/http/route";

/** The names ship with Keepsake and change only when it is updated. */
const dayHeaders = { "Cache-Control": "private, max-age=86400" };

export const GET = route({
  summary: "The largest towns of a square of the map, from a list on this server.",
  access: "member",
  params: tileParams,
  answer: townNamesSchema,
  handler: async ({ params }) => new Reply(await listTownNames(params), { headers: dayHeaders }),
});
