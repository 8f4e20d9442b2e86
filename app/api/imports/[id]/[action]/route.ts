import { importActionParams, importSchema } from "@/lib/album/imports/schema";
import { actOnImport } from "@/lib/album/imports/server/actions-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Reads (a dry run), starts, pauses, resumes or undoes an import; repeating it changes nothing.",
  access: "member",
  keyScope: "upload",
  params: importActionParams,
  answer: importSchema,
  handler: ({ actor, params }) => actOnImport(actor, params.id, params.action),
});
