import { feedQuerySchema, yearPageSchema, yearParams } from "@/lib/album/media/schema";
import { getYearPage } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A year's items, 20 a page, and its months with their covers.",
  access: "member",
  keyScope: "read",
  params: yearParams,
  query: feedQuerySchema,
  answer: yearPageSchema,
  handler: ({ actor, params, query }) => getYearPage(actor, params.year, query),
});
