import { Reply, route } from "@/lib/http/route";
import { pushDoneSchema, subscribeSchema } from "@/lib/notify/push/schema";
import { subscribe } from "@/lib/notify/push/server/subscription-service";

export const POST = route({
  summary:
    "Subscribes this browser to notifications: 201, or 200 if already subscribed. It ends with the session.",
  access: "user",
  body: subscribeSchema,
  answer: pushDoneSchema,
  rateLimit: { name: "push-subscribe", points: 300, seconds: 3600 },
  handler: async ({ actor, body, request }) => {
    const isNew = await subscribe(actor, body, request.headers.get("user-agent"));
    return new Reply({ success: true as const }, { status: isNew ? 201 : 200 });
  },
});
