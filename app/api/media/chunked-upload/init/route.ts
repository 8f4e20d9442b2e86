import { initUploadSchema, uploadProgressSchema } from "@/lib/album/uploads/schema";
import { initUpload } from "@/lib/album/uploads/server/chunked-service";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary: "Starts an upload in chunks of 1MB; starting the same one again returns what has arrived.",
  access: "member",
  keyScope: "upload",
  body: initUploadSchema,
  answer: uploadProgressSchema,
  isCreating: true,
  handler: async ({ actor, body }) => {
    const { progress, isNew } = await initUpload(actor, body);
    return new Reply(progress, { status: isNew ? 201 : 200 });
  },
});
