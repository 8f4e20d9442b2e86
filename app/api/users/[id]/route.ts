import { changeRoleSchema, familyUserSchema } from "@/lib/family/families/schema";
import { changeRole, removeUser } from "@/lib/family/families/server/users-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary: "Changes the role of someone in the family; only owners make owners.",
  access: "admin",
  params: idParams,
  body: changeRoleSchema,
  answer: familyUserSchema,
  handler: ({ actor, params, body }) => changeRole(actor, params.id, body.role),
});

export const DELETE = route({
  summary: "Removes someone from the family; what they uploaded stays.",
  access: "admin",
  params: idParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await removeUser(actor, params.id);
    return undefined;
  },
});
