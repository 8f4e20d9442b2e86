import { getQuota } from "@/lib/features/prints/quota-service";
import { quotaSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The person's free prints of this month.",
  access: "member",
  isAboutPrints: true,
  answer: quotaSchema,
  handler: ({ actor }) => getQuota(actor),
});
