import { route } from "@/lib/http/route";
import { organizationsQuery, organizationsSchema } from "@/lib/operations/super-admin/schema";
import { listOrganizations } from "@/lib/operations/super-admin/server/organizations-service";

export const GET = route({
  summary: "Families by name, or by their owner's username or email address.",
  access: "superAdmin",
  query: organizationsQuery,
  answer: organizationsSchema,
  handler: ({ query }) => listOrganizations(query),
});
