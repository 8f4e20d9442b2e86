import { createStackSchema, stackSchema } from "@/lib/album/stacks/schema";
import { createStack } from "@/lib/album/stacks/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Has lists show 2 to 200 photos as one, the first of them; by their uploader or an admin.",
  access: "member",
  keyScope: "manage",
  body: createStackSchema,
  answer: stackSchema,
  handler: ({ actor, body }) => createStack(actor, body.mediaIds),
});
