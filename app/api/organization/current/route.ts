import { deleteFamilySchema, familySchema, updateFamilySchema } from "@/lib/family/families/schema";
import { deleteFamily } from "@/lib/family/families/server/deletion-service";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { updateFamily } from "@/lib/family/families/server/settings-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The current family of this session.",
  access: "member",
  answer: familySchema,
  handler: ({ actor }) => requireFamilyOf(actor, actor.familyId),
});

export const PUT = route({
  summary: "Changes the family's name or icon.",
  access: "admin",
  body: updateFamilySchema,
  answer: familySchema,
  handler: ({ actor, body }) => updateFamily(actor, body),
});

export const DELETE = route({
  summary: "Permanently deletes the family and everything in it; requires the owner's password.",
  access: "owner",
  body: deleteFamilySchema,
  answer: "empty",
  handler: async ({ actor, body }) => {
    await deleteFamily(actor, body.password);
    return undefined;
  },
});
