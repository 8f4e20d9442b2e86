import { childSchema, createChildSchema } from "@/lib/family/children/schema";
import { createChild } from "@/lib/family/children/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Creates an account without email for a child of the family.",
  access: "admin",
  needsConfirmedEmail: true,
  body: createChildSchema,
  answer: childSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createChild(actor, body),
});
