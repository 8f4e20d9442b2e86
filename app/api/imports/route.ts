import { createImportSchema, importSchema } from "@/lib/album/imports/schema";
import { createImport, listImports } from "@/lib/album/imports/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The person's imports, or the family's for an admin, latest first.",
  access: "member",
  keyScope: "upload",
  answer: importSchema.array(),
  handler: ({ actor }) => listImports(actor),
});

export const POST = route({
  summary: "Starts an import of archives that are sent next, or of a folder of the server.",
  access: "member",
  keyScope: "upload",
  needsConfirmedEmail: true,
  body: createImportSchema,
  answer: importSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createImport(actor, body),
});
