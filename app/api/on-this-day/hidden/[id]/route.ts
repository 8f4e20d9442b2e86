import { showMemory } from "@/lib/album/memories/server/hiding-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Reminds the caller of an item again.",
  access: "member",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await showMemory(actor, params.id);
    return undefined;
  },
});
