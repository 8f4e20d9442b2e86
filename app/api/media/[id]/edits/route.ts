import { revertEditsQuerySchema, saveEditsSchema } from "@/lib/album/media/picture-edits";
import { mediaDetailSchema } from "@/lib/album/media/schema";
import { revertEdits, saveEdits } from "@/lib/album/media/server/edits-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary:
    "Edits how a photo is shown and printed, and leaves the original as it is; by the uploader or an admin.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: saveEditsSchema,
  answer: mediaDetailSchema,
  handler: ({ actor, params, body }) => saveEdits(actor, params.id, body),
});

export const DELETE = route({
  summary: "Shows a photo's original again; by the uploader or an admin.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  query: revertEditsQuerySchema,
  answer: mediaDetailSchema,
  handler: ({ actor, params, query }) => revertEdits(actor, params.id, query.version),
});
