import { route } from "@/lib/http/route";
import { usersQuery, usersSchema } from "@/lib/operations/super-admin/schema";
import { listAllUsers } from "@/lib/operations/super-admin/server/users-service";

export const GET = route({
  summary: "Accounts by username or email address, with their families.",
  access: "superAdmin",
  query: usersQuery,
  answer: usersSchema,
  handler: ({ query }) => listAllUsers(query),
});
