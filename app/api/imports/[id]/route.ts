import { importSchema } from "@/lib/album/imports/schema";
import { deleteImport, requireImport } from "@/lib/album/imports/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "An import: what the dry run found, what was decided, and how far it is.",
  access: "member",
  params: idParams,
  answer: importSchema,
  handler: ({ actor, params }) => requireImport(actor, params.id),
});

export const DELETE = route({
  summary: "Deletes an import with its archives; what it added to the album stays.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deleteImport(actor, params.id);
    return undefined;
  },
});
