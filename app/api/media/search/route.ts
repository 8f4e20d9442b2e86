import { z } from "zod";
import { mediaItemSchema, searchQuerySchema } from "@/lib/album/media/schema";
import { searchMedia } from "@/lib/album/media/server/search-service";
import { Reply, route } from "@/lib/http/route";

export const GET = route({
  summary:
    "Searches descriptions, names, dates and types (q) and hashtags (tag); X-Total-Count and X-Total-More say how many there are, X-Search-Understood which parts of q were more than plain words.",
  access: "member",
  keyScope: "read",
  query: searchQuerySchema,
  answer: z.array(mediaItemSchema),
  handler: async ({ actor, query }) => {
    const { items, total, isMore, understood } = await searchMedia(actor, query);
    const headers: Record<string, string> = { "X-Total-Count": String(total) };
    if (isMore) headers["X-Total-More"] = "true";
    if (understood.length > 0)
      headers["X-Search-Understood"] = encodeURIComponent(JSON.stringify(understood));
    return new Reply(items, { headers });
  },
});
