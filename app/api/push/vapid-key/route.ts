import { vapidKeySchema } from "@/lib/features/push/schema";
import { getVapidKey } from "@/lib/features/push/subscription-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The key with which browsers subscribe to notifications.",
  access: "user",
  answer: vapidKeySchema,
  handler: async () => getVapidKey(),
});
