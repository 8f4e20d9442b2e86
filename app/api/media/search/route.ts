import { z } from "zod";
import { mediaItemSchema, searchQuerySchema } from "@/lib/features/media/schema";
import { searchMedia } from "@/lib/features/media/search-service";
import { Reply, route } from "@/lib/http/route";

export const GET = route({
  summary:
    "Searches descriptions (q) and hashtags (tag); X-Total-Count tells how many there are; with X-Total-More, at least so many.",
  access: "member",
  query: searchQuerySchema,
  answer: z.array(mediaItemSchema),
  handler: async ({ actor, query }) => {
    const { items, total, isMore } = await searchMedia(actor, query);
    const headers: Record<string, string> = { "X-Total-Count": String(total) };
    if (isMore) headers["X-Total-More"] = "true";
    return new Reply(items, { headers });
  },
});
