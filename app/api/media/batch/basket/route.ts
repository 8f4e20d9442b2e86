import { batchAnswerSchema, batchItemsSchema } from "@/lib/album/batch/schema";
import { route } from "@/lib/http/route";
import { basketBatch } from "@/lib/shop/prints/server/batch-service";

export const POST = route({
  summary: "Puts one print of each photo into the basket, as many as the free prints cover.",
  access: "member",
  body: batchItemsSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => basketBatch(actor, body.mediaIds),
});
