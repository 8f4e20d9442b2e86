import { invitationParams } from "@/lib/features/invitations/schema";
import { revokeInvitation } from "@/lib/features/invitations/service";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Cancels an invitation: its link ends.",
  access: "admin",
  params: invitationParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await revokeInvitation(actor, params.id);
    return undefined;
  },
});
