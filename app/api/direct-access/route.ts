import { createDirectAccessSchema, directAccessLinkSchema } from "@/lib/family/direct-access/schema";
import { createDirectAccess } from "@/lib/family/direct-access/server/service";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";

// No Idempotency-Key: storing the answer would store the link. Repeating the request revokes the previous link.
export const POST = route({
  summary: "Creates a link that signs a member of the family in, once, for 15 minutes.",
  access: "admin",
  needsConfirmedEmail: true,
  body: createDirectAccessSchema,
  answer: directAccessLinkSchema,
  status: 201,
  handler: ({ actor, body, request }) => createDirectAccess(actor, body.userId, visitedUrl(request)),
});
