import { batchAnswerSchema, batchDescribeSchema } from "@/lib/album/batch/schema";
import { describeBatch } from "@/lib/album/batch/server/describing-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Replaces the descriptions of up to 5,000 items, or adds hashtags, where the caller can edit them.",
  access: "member",
  keyScope: "manage",
  body: batchDescribeSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => describeBatch(actor, body.mediaIds, body),
});
