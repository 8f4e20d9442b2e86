import { entriesQuerySchema, entryPageSchema } from "@/lib/album/imports/schema";
import { listEntries } from "@/lib/album/imports/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "What became of each file of an import, and why.",
  access: "member",
  params: idParams,
  query: entriesQuerySchema,
  answer: entryPageSchema,
  handler: ({ actor, params, query }) => listEntries(actor, params.id, query),
});
