import { userSchema } from "@/lib/account/accounts/schema";
import { requireUser } from "@/lib/account/accounts/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The person who is signed in.",
  access: "user",
  answer: userSchema,
  handler: ({ actor }) => requireUser(actor),
});
