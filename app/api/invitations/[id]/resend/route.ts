import { invitationLinkSchema } from "@/lib/family/invitations/schema";
import { resendInvitation } from "@/lib/family/invitations/server/service";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Emails an invitation again with a new link; the old link stops working.",
  access: "admin",
  needsConfirmedEmail: true,
  params: idParams,
  answer: invitationLinkSchema,
  handler: ({ actor, params, request }) => resendInvitation(actor, params.id, visitedUrl(request)),
});
