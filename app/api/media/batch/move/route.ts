import { batchAnswerSchema, batchMoveSchema } from "@/lib/album/batch/schema";
import { moveBatch } from "@/lib/album/batch/server/moving-service";
import { withStacks } from "@/lib/album/stacks/server/whole-stacks";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Moves up to 5,000 items to another month, where the caller can edit them.",
  access: "member",
  keyScope: "manage",
  body: batchMoveSchema,
  answer: batchAnswerSchema,
  handler: async ({ actor, body }) => moveBatch(actor, await withStacks(actor, body), body),
});
