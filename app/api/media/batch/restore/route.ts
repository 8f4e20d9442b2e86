import { batchAnswerSchema, batchItemsSchema } from "@/lib/album/batch/schema";
import { restoreBatch } from "@/lib/album/batch/server/moving-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Restores up to 5,000 items from the trash, such as those just deleted.",
  access: "member",
  keyScope: "manage",
  body: batchItemsSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => restoreBatch(actor, body.mediaIds),
});
