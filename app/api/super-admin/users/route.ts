import { usersQuery, usersSchema } from "@/lib/features/super-admin/schema";
import { listAllUsers } from "@/lib/features/super-admin/users-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Accounts by username or email address, with their families.",
  access: "superAdmin",
  query: usersQuery,
  answer: usersSchema,
  handler: ({ query }) => listAllUsers(query),
});
