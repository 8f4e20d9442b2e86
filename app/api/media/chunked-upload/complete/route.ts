import { mediaItemSchema } from "@/lib/album/media/schema";
import { uploadIdBodySchema } from "@/lib/album/uploads/schema";
import { completeUpload } from "@/lib/album/uploads/server/chunked-service";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary: "Turns the chunks into an item; repeating it changes nothing.",
  access: "member",
  keyScope: "upload",
  body: uploadIdBodySchema,
  answer: mediaItemSchema,
  handler: async ({ actor, body }) => {
    const { item, isNew } = await completeUpload(actor, body.uploadId);
    return new Reply(item, { status: isNew ? 201 : 200 });
  },
});
