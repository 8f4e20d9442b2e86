import { z } from "zod";
import { planSchema } from "@/lib/features/billing/schema";
import { listPlans } from "@/lib/features/billing/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The plans: what they cost in pence and what they include.",
  access: "public",
  answer: z.array(planSchema),
  handler: () => listPlans(),
});
