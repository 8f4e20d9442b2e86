import { batchAnswerSchema, batchItemsSchema } from "@/lib/features/batch/schema";
import { basketBatch } from "@/lib/features/prints/batch-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Puts one print of each photo into the basket, as many as the free prints cover.",
  access: "member",
  body: batchItemsSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => basketBatch(actor, body.mediaIds),
});
