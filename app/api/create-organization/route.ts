import { createFamilySchema, familySchema } from "@/lib/family/families/schema";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { createFamily } from "@/lib/shop/billing/server/create-family-service";

export const POST = route({
  summary: "Creates a family with the caller as its owner; one free family for each owner.",
  access: "user",
  refusesDirectAccess: true,
  body: createFamilySchema,
  answer: familySchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body, request }) => createFamily(actor, body, visitedUrl(request)),
});
