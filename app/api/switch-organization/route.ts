import { familySchema, switchFamilySchema } from "@/lib/family/families/schema";
import { switchFamily } from "@/lib/family/families/server/switching-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Switches this session to another of the caller's families.",
  access: "user",
  refusesDirectAccess: true,
  body: switchFamilySchema,
  answer: familySchema,
  handler: ({ actor, body }) => switchFamily(actor, body.organizationId),
});
