import { leaveFamily } from "@/lib/family/families/server/settings-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Leaves the current family; its last owner can't.",
  access: "member",
  answer: "empty",
  handler: async ({ actor }) => {
    await leaveFamily(actor);
    return undefined;
  },
});
