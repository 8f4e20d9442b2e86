import { updateOrganization } from "@/lib/features/super-admin/organizations-service";
import {
  adminOrganizationSchema,
  organizationParams,
  updateOrganizationSchema,
} from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Changes a family's plan, closes its album, or reopens it.",
  access: "superAdmin",
  params: organizationParams,
  body: updateOrganizationSchema,
  answer: adminOrganizationSchema,
  handler: ({ actor, params, body }) => updateOrganization(actor, params.id, body),
});
