import { z } from "zod";
import { familyUserSchema } from "@/lib/family/families/schema";
import { listUsers } from "@/lib/family/families/server/users-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The accounts of the current family, for its admins.",
  access: "admin",
  answer: z.array(familyUserSchema),
  handler: ({ actor }) => listUsers(actor),
});
