import { archiveInitSchema, importParams } from "@/lib/album/imports/schema";
import { initArchive } from "@/lib/album/imports/server/archives-service";
import { uploadProgressSchema } from "@/lib/album/uploads/schema";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary: "Starts the upload of an archive, whose chunks are sent like those of a video.",
  access: "member",
  keyScope: "upload",
  needsConfirmedEmail: true,
  params: importParams,
  body: archiveInitSchema,
  answer: uploadProgressSchema,
  isCreating: true,
  handler: async ({ actor, params, body }) => {
    const { progress, isNew } = await initArchive(actor, params.id, body);
    return new Reply(progress, { status: isNew ? 201 : 200 });
  },
});
