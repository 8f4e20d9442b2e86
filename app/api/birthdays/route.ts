import { z } from "zod";
import { birthdaySchema, birthdaysQuerySchema } from "@/lib/family/birthdays/schema";
import { listBirthdays } from "@/lib/family/birthdays/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's birthdays in the next 15 days, soonest first.",
  access: "member",
  query: birthdaysQuerySchema,
  answer: z.array(birthdaySchema),
  handler: ({ actor, query }) => listBirthdays(actor, query.today ?? new Date().toISOString().slice(0, 10)),
});
