import { z } from "zod";
import { planSchema } from "@/lib/core/plans/schema";
import { route } from "@/lib/http/route";
import { listPlans } from "@/lib/shop/billing/server/service";

export const GET = route({
  summary: "The plans: what they cost in pence and what they include.",
  access: "public",
  answer: z.array(planSchema),
  handler: () => listPlans(),
});
