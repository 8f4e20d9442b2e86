import { cancelUpload } from "@/lib/features/uploads/chunked-service";
import { uploadIdBodySchema } from "@/lib/features/uploads/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Cancels an upload and frees its space.",
  access: "member",
  body: uploadIdBodySchema,
  answer: "empty",
  handler: async ({ actor, body }) => {
    await cancelUpload(actor, body.uploadId);
    return undefined;
  },
});
