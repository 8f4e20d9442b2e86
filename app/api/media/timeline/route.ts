import { timelineQuerySchema, timelineSchema } from "@/lib/album/media/schema";
import { getTimeline } from "@/lib/album/timeline/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The months of a feed with their number of items, in the feed's order, and where each starts.",
  access: "member",
  keyScope: "read",
  query: timelineQuerySchema,
  answer: timelineSchema,
  handler: ({ actor, query }) => getTimeline(actor, query),
});
