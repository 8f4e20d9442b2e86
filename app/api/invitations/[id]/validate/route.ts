import { invitationCodeParams, openedInvitationSchema } from "@/lib/family/invitations/schema";
import { openInvitationOf } from "@/lib/family/invitations/server/registration-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What an invitation shows to the person who opens its link; the id is the link's code.",
  access: "public",
  params: invitationCodeParams,
  answer: openedInvitationSchema,
  hasSecretPath: true,
  rateLimit: { name: "invitation-address", points: 100, seconds: 900 },
  handler: ({ params }) => openInvitationOf(params.id),
});
