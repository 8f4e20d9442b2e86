import { entriesQuerySchema, entryPageSchema, importParams } from "@/lib/album/imports/schema";
import { listEntries } from "@/lib/album/imports/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What became of each file of an import, and why.",
  access: "member",
  params: importParams,
  query: entriesQuerySchema,
  answer: entryPageSchema,
  handler: ({ actor, params, query }) => listEntries(actor, params.id, query),
});
