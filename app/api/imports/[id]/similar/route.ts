import { importParams, similarCopiesQuerySchema, similarCopiesSchema } from "@/lib/album/imports/schema";
import { listSimilarCopies } from "@/lib/album/imports/server/similar-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Photos that an import added and that look like others in the album, one of each set.",
  access: "member",
  params: importParams,
  query: similarCopiesQuerySchema,
  answer: similarCopiesSchema,
  handler: ({ actor, params, query }) => listSimilarCopies(actor, params.id, query.cursor),
});
