import { importParams, importSchema } from "@/lib/album/imports/schema";
import { addArchive } from "@/lib/album/imports/server/archives-service";
import { uploadIdBodySchema } from "@/lib/album/uploads/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Adds an archive that has arrived to its import; repeating it changes nothing.",
  access: "member",
  keyScope: "upload",
  params: importParams,
  body: uploadIdBodySchema,
  answer: importSchema,
  handler: ({ actor, params, body }) => addArchive(actor, params.id, body.uploadId),
});
