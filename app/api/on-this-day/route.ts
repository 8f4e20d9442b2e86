import { onThisDayQuery, onThisDaySchema } from "@/lib/album/memories/schema";
import { getOnThisDay } from "@/lib/album/memories/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The best of each earlier year on a day, by default the caller's today; the latest year first.",
  access: "member",
  keyScope: "read",
  query: onThisDayQuery,
  answer: onThisDaySchema,
  handler: ({ actor, query }) => getOnThisDay(actor, query.date),
});
