import { batchAnswerSchema, batchHeartSchema } from "@/lib/features/batch/schema";
import { heartBatch } from "@/lib/features/hearts/batch-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Makes up to 5,000 items the caller's favourites, or takes them off.",
  access: "member",
  body: batchHeartSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => heartBatch(actor, body.mediaIds, body.hearted),
});
