import { listOrganizations } from "@/lib/features/super-admin/organizations-service";
import { organizationsQuery, organizationsSchema } from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Families by name, or by their owner's username or email address.",
  access: "superAdmin",
  query: organizationsQuery,
  answer: organizationsSchema,
  handler: ({ query }) => listOrganizations(query),
});
