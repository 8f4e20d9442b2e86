import { importParams, importSchema } from "@/lib/album/imports/schema";
import { deleteImport, requireImport } from "@/lib/album/imports/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "An import: what the dry run found, what was decided, and its progress.",
  access: "member",
  keyScope: "upload",
  params: importParams,
  answer: importSchema,
  handler: ({ actor, params }) => requireImport(actor, params.id),
});

export const DELETE = route({
  summary: "Deletes an import with its archives; what it added to the album stays.",
  access: "member",
  params: importParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteImport(actor, params.id);
    return undefined;
  },
});
