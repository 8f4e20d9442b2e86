import { feedQuerySchema, mediaPageSchema } from "@/lib/album/media/schema";
import { listFavorites } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What the caller hearted, latest first; an endless feed.",
  access: "member",
  keyScope: "read",
  query: feedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listFavorites(actor, query),
});
