import { listFavorites } from "@/lib/features/media/browse-service";
import { mediaPageSchema, pageQuerySchema } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What the caller hearted, latest first; an endless feed.",
  access: "member",
  query: pageQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, query }) => listFavorites(actor, query),
});
