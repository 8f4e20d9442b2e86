import { route } from "@/lib/http/route";
import { adminOrganizationSchema, updateOrganizationSchema } from "@/lib/operations/super-admin/schema";
import { updateOrganization } from "@/lib/operations/super-admin/server/organizations-service";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary: "Changes a family's plan, closes its album, or reopens it.",
  access: "superAdmin",
  params: idParams,
  body: updateOrganizationSchema,
  answer: adminOrganizationSchema,
  handler: ({ actor, params, body }) => updateOrganization(actor, params.id, body),
});
