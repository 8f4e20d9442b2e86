import { z } from "zod";
import {
  createInvitationSchema,
  invitationLinkSchema,
  invitationSchema,
} from "@/lib/family/invitations/schema";
import { createInvitation, listInvitations } from "@/lib/family/invitations/server/service";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's open invitations.",
  access: "admin",
  answer: z.array(invitationSchema),
  handler: ({ actor }) => listInvitations(actor),
});

// No Idempotency-Key: storing the answer would store the link. Repeating the request is refused with 409.
export const POST = route({
  summary: "Invites someone to the family; the link is emailed, and shown this once.",
  access: "admin",
  needsConfirmedEmail: true,
  body: createInvitationSchema,
  answer: invitationLinkSchema,
  status: 201,
  handler: ({ actor, body, request }) => createInvitation(actor, body, visitedUrl(request)),
});
