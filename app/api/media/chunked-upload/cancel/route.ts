import { uploadIdBodySchema } from "@/lib/album/uploads/schema";
import { cancelUpload } from "@/lib/album/uploads/server/chunked-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Cancels an upload and frees its space.",
  access: "member",
  keyScope: "upload",
  body: uploadIdBodySchema,
  answer: "empty",
  handler: async ({ actor, body }) => {
    await cancelUpload(actor, body.uploadId);
    return undefined;
  },
});
