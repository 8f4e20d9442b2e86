import { route } from "@/lib/http/route";
import { quotaSchema } from "@/lib/shop/prints/schema";
import { getQuota } from "@/lib/shop/prints/server/quota-service";

export const GET = route({
  summary: "The person's free prints of this month.",
  access: "member",
  isAboutPrints: true,
  answer: quotaSchema,
  handler: ({ actor }) => getQuota(actor),
});
