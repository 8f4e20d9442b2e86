import { getMonthPage } from "@/lib/features/media/browse-service";
import { mediaPageSchema, pageQuerySchema, yearMonthParams } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A month's items, newest first.",
  access: "member",
  params: yearMonthParams,
  query: pageQuerySchema,
  answer: mediaPageSchema,
  handler: ({ actor, params, query }) => getMonthPage(actor, params.year, params.month, query),
});
