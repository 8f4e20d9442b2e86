import { route } from "@/lib/http/route";
import { vapidKeySchema } from "@/lib/notify/push/schema";
import { getVapidKey } from "@/lib/notify/push/server/subscription-service";

export const GET = route({
  summary: "The key with which browsers subscribe to notifications.",
  access: "user",
  answer: vapidKeySchema,
  handler: async () => getVapidKey(),
});
