import { hideMemorySchema } from "@/lib/album/memories/schema";
import { hideMemory } from "@/lib/album/memories/server/hiding-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Never reminds the caller of an item again; repeating it changes nothing.",
  access: "member",
  body: hideMemorySchema,
  answer: "empty",
  handler: async ({ actor, body }) => {
    await hideMemory(actor, body.mediaId);
    return undefined;
  },
});
