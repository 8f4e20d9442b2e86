import { updateOrganization } from "@/lib/features/super-admin/organizations-service";
import {
  adminOrganizationSchema,
  organizationParams,
  updateOrganizationSchema,
} from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Gives a family another plan by hand, closes its album, or opens it again.",
  access: "superAdmin",
  params: organizationParams,
  body: updateOrganizationSchema,
  answer: adminOrganizationSchema,
  handler: ({ actor, params, body }) => updateOrganization(actor, params.id, body),
});
