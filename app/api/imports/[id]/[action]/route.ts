import { z } from "zod";
import { importActionSchema, importSchema } from "@/lib/album/imports/schema";
import { actOnImport } from "@/lib/album/imports/server/actions-service";
import { route } from "@/lib/http/route";
import { idParam } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Reads (a dry run), starts, pauses, resumes or undoes an import; repeating it changes nothing.",
  access: "member",
  params: z.object({ id: idParam, action: importActionSchema }),
  answer: importSchema,
  handler: ({ actor, params }) => actOnImport(actor, params.id, params.action),
});
