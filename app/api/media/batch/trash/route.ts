import { batchAnswerSchema, batchItemsSchema } from "@/lib/album/batch/schema";
import { trashBatch } from "@/lib/album/batch/server/moving-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Moves up to 5,000 items to the trash; those the caller can't delete stay and are counted.",
  access: "member",
  keyScope: "manage",
  body: batchItemsSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => trashBatch(actor, body.mediaIds),
});
