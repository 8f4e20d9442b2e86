import { mediaItemSchema } from "@/lib/features/media/schema";
import { completeUpload } from "@/lib/features/uploads/chunked-service";
import { uploadIdBodySchema } from "@/lib/features/uploads/schema";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary: "Turns the chunks into an item; repeating it changes nothing.",
  access: "member",
  body: uploadIdBodySchema,
  answer: mediaItemSchema,
  handler: async ({ actor, body }) => {
    const { item, isNew } = await completeUpload(actor, body.uploadId);
    return new Reply(item, { status: isNew ? 201 : 200 });
  },
});
