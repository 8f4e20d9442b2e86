import { userSchema } from "@/lib/features/accounts/schema";
import { requireUser } from "@/lib/features/accounts/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The person who is signed in.",
  access: "user",
  worksInMaintenance: true,
  answer: userSchema,
  handler: ({ actor }) => requireUser(actor),
});
