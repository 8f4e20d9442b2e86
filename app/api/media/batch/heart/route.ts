import { batchAnswerSchema, batchHeartSchema } from "@/lib/album/batch/schema";
import { heartBatch } from "@/lib/album/batch/server/hearting-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Adds up to 5,000 items to the caller's favourites, or removes them.",
  access: "member",
  keyScope: "comment",
  body: batchHeartSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => heartBatch(actor, body.mediaIds, body.hearted),
});
