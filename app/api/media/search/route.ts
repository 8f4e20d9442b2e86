import { z } from "zod";
import { searchMedia } from "@/lib/features/media/browse-service";
import { mediaItemSchema, searchQuerySchema } from "@/lib/features/media/schema";
import { Reply, route } from "@/lib/http/route";

export const GET = route({
  summary: "Searches descriptions (q) and hashtags (tag); X-Total-Count tells how many there are.",
  access: "member",
  query: searchQuerySchema,
  answer: z.array(mediaItemSchema),
  handler: async ({ actor, query }) => {
    const { items, total } = await searchMedia(actor, query);
    return new Reply(items, { headers: { "X-Total-Count": String(total) } });
  },
});
