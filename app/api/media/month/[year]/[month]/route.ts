import { feedQuerySchema, mediaPageSchema, yearMonthParams } from "@/lib/album/media/schema";
import { getMonthPage } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A month's items, newest first.",
  access: "member",
  keyScope: "read",
  params: yearMonthParams,
  query: feedQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, params, query }) => getMonthPage(actor, params.year, params.month, query),
});
