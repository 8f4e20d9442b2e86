import { batchAnswerSchema, batchTagSchema } from "@/lib/features/batch/schema";
import { tagBatch } from "@/lib/features/tags/batch-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Tags people on up to 5,000 items, beside those who are on them; each new one is told once.",
  access: "member",
  body: batchTagSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => tagBatch(actor, body.mediaIds, body.userIds),
});
