import { revokeInvitation } from "@/lib/family/invitations/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const DELETE = route({
  summary: "Cancels an invitation: its link stops working.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeInvitation(actor, params.id);
    return undefined;
  },
});
