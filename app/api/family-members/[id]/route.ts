import { familyMemberSchema, updateFamilyMemberSchema } from "@/lib/family/families/schema";
import { deletePerson, updatePerson } from "@/lib/family/families/server/people-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary: "Changes a person's name, nickname, birthday or account.",
  access: "admin",
  params: idParams,
  body: updateFamilyMemberSchema,
  answer: familyMemberSchema,
  handler: ({ actor, params, body }) => updatePerson(actor, params.id, body),
});

export const DELETE = route({
  summary: "Removes a person who has no account from the family.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await deletePerson(actor, params.id);
    return undefined;
  },
});
