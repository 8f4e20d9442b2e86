import { showItemsQuerySchema, showItemsSchema } from "@/lib/album/screens/schema";
import { listShowItems } from "@/lib/album/screens/server/show-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The next items that a paired TV or frame shows, in its order.",
  access: "screen",
  query: showItemsQuerySchema,
  answer: showItemsSchema,
  handler: ({ actor, query }) => listShowItems(actor, query),
});
