import { feedQuerySchema, mediaPageSchema } from "@/lib/album/media/schema";
import { listAll } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Every item in the album's order, the latest month first; an endless feed.",
  access: "member",
  keyScope: "read",
  query: feedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listAll(actor, query),
});
