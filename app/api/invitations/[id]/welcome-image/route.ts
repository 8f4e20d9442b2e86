import { fileResponse } from "@/lib/album/media/server/file-response";
import { requireInvitationPicture } from "@/lib/album/media/server/welcome-image-service";
import { invitationCodeParams } from "@/lib/family/invitations/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's welcome image, for anyone with an open invitation; the id is the link's code.",
  access: "public",
  params: invitationCodeParams,
  answer: "file",
  hasSecretPath: true,
  rateLimit: { name: "invitation-address", points: 100, seconds: 900 },
  handler: async ({ params, request }) => fileResponse(request, await requireInvitationPicture(params.id)),
});
