import { batchAnswerSchema, batchStacksSchema } from "@/lib/album/batch/schema";
import { trashBatch } from "@/lib/album/batch/server/moving-service";
import { withStacks } from "@/lib/album/stacks/server/whole-stacks";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Moves up to 5,000 items to the trash; those the caller can't delete stay and are counted.",
  access: "member",
  keyScope: "manage",
  body: batchStacksSchema,
  answer: batchAnswerSchema,
  handler: async ({ actor, body }) => trashBatch(actor, await withStacks(actor, body)),
});
