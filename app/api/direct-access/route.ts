import { createDirectAccessSchema, directAccessLinkSchema } from "@/lib/family/direct-access/schema";
import { createDirectAccess } from "@/lib/family/direct-access/server/service";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";

// No Idempotency-Key: keeping the answer would keep the link. The same again ends the link before it.
export const POST = route({
  summary: "Creates a link that signs a member of the family in, once, for 15 minutes.",
  access: "admin",
  needsConfirmedEmail: true,
  body: createDirectAccessSchema,
  answer: directAccessLinkSchema,
  status: 201,
  handler: ({ actor, body, request }) => createDirectAccess(actor, body.userId, visitedUrl(request)),
});
