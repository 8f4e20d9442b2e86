import { route } from "@/lib/http/route";
import { pushDoneSchema, unsubscribeSchema } from "@/lib/notify/push/schema";
import { unsubscribe } from "@/lib/notify/push/server/subscription-service";

export const POST = route({
  summary: "Ends one of the caller's push subscriptions; without an endpoint, those of this session.",
  access: "user",
  body: unsubscribeSchema,
  isBodyOptional: true,
  answer: pushDoneSchema,
  handler: async ({ actor, body }) => {
    await unsubscribe(actor, body);
    return { success: true as const };
  },
});
