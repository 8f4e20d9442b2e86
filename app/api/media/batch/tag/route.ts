import { batchAnswerSchema, batchTagSchema } from "@/lib/album/batch/schema";
import { tagBatch } from "@/lib/album/batch/server/tagging-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Tags more people in up to 5,000 items; each newly tagged person is notified once.",
  access: "member",
  keyScope: "manage",
  body: batchTagSchema,
  answer: batchAnswerSchema,
  handler: ({ actor, body }) => tagBatch(actor, body.mediaIds, body.userIds),
});
